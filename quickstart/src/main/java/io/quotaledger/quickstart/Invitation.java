package io.quotaledger.quickstart;

import io.quotaledger.localstack.WholeFile;
import io.quotaledger.quickstart.running.Endpoints;
import java.io.IOException;
import java.nio.file.Path;

/** What to try on a system that stays up. */
record Invitation(Endpoints endpoints, String tenantId, String secret) {

    /** Writes the addresses and secrets of this run, for scripts; whoever waits for the file may read it at once. */
    void write(Path file) throws IOException {
        WholeFile.write(file, endpoints.toEnvironment(tenantId, secret));
    }

    @Override
    public String toString() {
        return """

                The system stays up; Ctrl-C ends it.
                  gateway    %1$s
                  service    %2$s  (health: /health, metrics: /prometheus)
                  Kafka      %3$s
                  registry   %4$s
                  Redis      %5$s

                A call as tenant %6$s:
                  curl -s %1$s/v1/chat/completions -H 'Authorization: Bearer %7$s' \\
                    -H 'Content-Type: application/json' \\
                    -d '{"model":"tide-mini","max_tokens":100,"messages":[{"role":"user","content":"How high is the tide?"}]}'
                Its balances and its journal:
                  curl -s %2$s/v1/tenants/%6$s/balances -H 'Authorization: Bearer %8$s'
                  curl -s '%2$s/v1/tenants/%6$s/journal?limit=5' -H 'Authorization: Bearer %8$s'
                """.formatted(
                        endpoints.gateway(),
                        endpoints.service(),
                        endpoints.kafka(),
                        endpoints.registry(),
                        endpoints.redis(),
                        tenantId,
                        secret,
                        endpoints.operatorToken());
    }
}
