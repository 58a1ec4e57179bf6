package io.quotaledger.gatewayfilter.web;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Stable words for why a call failed. */
final class Failures {
    /** The client went away. */
    static final String CANCELLED = "cancelled";

    private Failures() {}

    /** The word for an error of the chain. */
    static String reason(Throwable error) {
        for (var cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
                return "connect_failed";
            }
            if (isTimeout(cause)) {
                return "timeout";
            }
            if (cause instanceof IOException) {
                return "upstream_closed";
            }
        }
        return "gateway_error";
    }

    /** Time-outs come as many types: of the JDK, of Netty, or as a 504 of the gateway. */
    private static boolean isTimeout(Throwable error) {
        if (error instanceof ResponseStatusException status) {
            return status.getStatusCode().isSameCodeAs(HttpStatus.GATEWAY_TIMEOUT);
        }
        return error instanceof TimeoutException
                || error.getClass().getSimpleName().toLowerCase(Locale.ROOT).contains("timeout");
    }
}
