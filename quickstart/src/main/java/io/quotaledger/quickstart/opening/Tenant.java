package io.quotaledger.quickstart.opening;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A tenant to open.
 *
 * @param tenantId id
 * @param name display name
 * @param timezone IANA zone of its budgets
 * @param offer what it bought
 * @param funding how well it is funded
 * @param apps its apps, at least one
 */
public record Tenant(String tenantId, String name, String timezone, Offer offer, Funding funding, List<App> apps) {
    private static final List<String> ZONES = List.of("Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC");
    private static final List<String> NAMES =
            List.of("Alder", "Birch", "Cedar", "Damson", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper");
    private static final List<Funding> FUNDINGS = List.of(
            Funding.AMPLE, Funding.SHORT_KEY, Funding.AMPLE, Funding.SHORT_WALLET, Funding.AMPLE, Funding.SHORT_APP);
    private static final int MAX_APPS = 3;

    /** An app and the ids of its keys, at least one. */
    public record App(String appId, List<String> keyIds) {}

    /**
     * The tenants of a run.
     *
     * @param count how many, at least 1
     * @param onlyTokens all of them buy {@link Offer#TOKEN_PACK}; else about half of them do
     * @param suffix end of their ids
     */
    public static List<Tenant> plan(int count, boolean onlyTokens, String suffix) {
        return IntStream.range(0, count)
                .mapToObj(i -> numbered(i, onlyTokens, suffix))
                .toList();
    }

    private static Tenant numbered(int i, boolean onlyTokens, String suffix) {
        var name = NAMES.get(i % NAMES.size()) + (i < NAMES.size() ? "" : " " + (i / NAMES.size() + 1));
        var apps = new ArrayList<App>();
        for (int app = 0; app <= i % MAX_APPS; app++) {
            apps.add(new App(app == 0 ? "chat" : "app-" + app, app == 0 ? List.of("k1", "k2") : List.of("k1")));
        }
        return new Tenant(
                name.toLowerCase(Locale.ROOT).replace(' ', '-') + suffix,
                name,
                ZONES.get(i % ZONES.size()),
                onlyTokens || i % 2 == 1 ? Offer.TOKEN_PACK : Offer.PAY_AS_YOU_GO,
                FUNDINGS.get(i % FUNDINGS.size()),
                apps);
    }

    /** All keys of the tenant. */
    public List<Caller> callers() {
        return apps.stream()
                .flatMap(app -> app.keyIds().stream().map(key -> new Caller(tenantId, app.appId(), key)))
                .toList();
    }
}
