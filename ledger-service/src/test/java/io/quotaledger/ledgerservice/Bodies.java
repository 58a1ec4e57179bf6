package io.quotaledger.ledgerservice;

/** Request bodies that the service accepts. */
final class Bodies {
    static final String PRICE_BOOK = """
            {"unit":"million","models":[
              {"model":"t1-large","input":"20","cacheRead":"2","cacheWrite":"25","output":"80"},
              {"model":"t1-embed","input":"5","output":"0","perCall":"0.01"}]}""";

    private Bodies() {}

    /** A plan with two meters: wallets and a monthly budget. */
    static String plan(String priceBookId) {
        return """
                {"meters":[{"name":"usd","scale":6,"basis":"price"},{"name":"tokens","scale":0,"basis":"tokens"}],
                 "priceBookId":"%s",
                 "limits":{"org":[{"meter":"usd"}],
                           "app":[{"meter":"usd","period":"month","limit":1000000}],
                           "key":[{"meter":"tokens","period":"day","limit":null}]},
                 "rateLimits":[{"level":"key","permits":100,"window":"PT1M"}],
                 "estimate":{"defaultOutputTokens":1024,"maxOutputTokens":8192,"bytesPerToken":4},
                 "hold":"PT2M",
                 "outage":{"policy":"bounded","sharePercent":10}}""".formatted(priceBookId);
    }

    static String tenant(String tenantId, String planId) {
        return """
                {"tenantId":"%s","name":"Tea & Co","timezone":"Europe/Berlin","planId":"%s"}""".formatted(tenantId, planId);
    }

    static String grant(long amount) {
        return """
                {"level":"org","scope":"-","meter":"usd","amount":%d,"reason":"top-up"}""".formatted(amount);
    }

    static String budget(String scope, long limit) {
        return """
                {"level":"key","scope":"%s","meter":"tokens","period":"day","limit":%d}""".formatted(scope, limit);
    }
}
