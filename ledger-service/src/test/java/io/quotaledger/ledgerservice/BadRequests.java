package io.quotaledger.ledgerservice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every route that takes a body, and every way to spoil a good body of it. */
final class BadRequests {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> BAD_IDS = List.of(
            "\"\"",
            "\"a b\"",
            "\"a|b\"",
            "\"{a}\"",
            "\"-a\"",
            "\"a/b\"",
            "\"é\"",
            "\"" + "a".repeat(65) + "\"",
            "7",
            "true",
            "[]",
            "{}");
    private static final List<String> BAD_AMOUNTS = List.of(
            "-1",
            "1.5",
            "1e3",
            "1.0",
            "\"5\"",
            "9007199254740992",
            "9223372036854775808",
            "1E400",
            "true",
            "[1]",
            "{}",
            "NaN");
    private static final List<String> BAD_WORDS = List.of("\"ORG\"", "\"galaxy\"", "\"\"", "0", "true", "[]");

    private static final Set<String> OPTIONAL = Set.of(
            "outage",
            "keyId",
            "priority",
            "effectiveAt",
            "expiresAt",
            "cacheRead",
            "cacheWrite",
            "perCall",
            "app",
            "key",
            "rateLimits",
            "maxOutputTokens");

    private BadRequests() {}

    /** A route with a body that it accepts. */
    record Route(String method, String path, String body) {}

    /** A request that must be refused. */
    record BadRequest(String method, String path, String body, String why) {
        @Override
        public String toString() {
            return method + " " + path + ": " + why;
        }
    }

    static List<Route> routes() {
        return List.of(
                new Route("POST", "/v1/tenants", Bodies.tenant("bad-new", "bad-plan")),
                new Route("POST", "/v1/tenants/bad/apps", "{\"appId\":\"new\",\"name\":\"n\"}"),
                new Route("POST", "/v1/tenants/bad/apps/chat/keys", "{\"keyId\":\"new\"}"),
                new Route("PUT", "/v1/plans/bad-plan", Bodies.plan("bad-prices").replace("PT2M", "PT3M")),
                new Route("PUT", "/v1/price-books/bad-prices", Bodies.PRICE_BOOK.replace("\"80\"", "\"81\"")),
                new Route("POST", "/v1/tenants/bad/grants", """
                        {"level":"org","scope":"-","meter":"usd","amount":5,"priority":1,
                         "effectiveAt":"2026-01-01T00:00:00Z","expiresAt":"2099-01-01T00:00:00Z","reason":"r"}"""),
                new Route("PUT", "/v1/tenants/bad/budgets", Bodies.budget("chat/k1", 5)),
                new Route("POST", "/v1/tenants/bad/reseed", "{\"reason\":\"r\"}"));
    }

    private static boolean isRequired(Route route, String field) {
        return switch (field) {
            case "limit", "period" -> route.path().endsWith("/budgets");
            case "name" -> !route.path().endsWith("/apps");
            case "scope" -> route.path().endsWith("/budgets");
            default -> !OPTIONAL.contains(field);
        };
    }

    /** Bad values of a field by its name, wherever it stands. */
    private static List<String> badValues(String field) {
        return switch (field) {
            case "tenantId", "planId", "appId", "keyId", "meter", "priceBookId" -> BAD_IDS;
            case "amount", "limit", "permits" -> plus(BAD_AMOUNTS, field.equals("limit") ? "\"0\"" : "0");
            case "priority", "scale", "defaultOutputTokens", "bytesPerToken" ->
                List.of("-1", "1.5", "1e1", "\"1\"", "99999999999", "true");
            case "maxOutputTokens" -> List.of("-1", "0", "1.5", "\"1\"", "99999999999", "1");
            case "sharePercent" -> List.of("-1", "0", "1.5", "101", "\"1\"", "true", "null");
            case "level", "period", "basis", "unit", "policy" -> BAD_WORDS;
            case "timezone" -> List.of("\"Mars/Base\"", "\"\"", "\"+01:00\"", "7", "null");
            case "effectiveAt", "expiresAt" ->
                List.of(
                        "\"tomorrow\"",
                        "\"2026-13-01T00:00:00Z\"",
                        "\"2026-01-01\"",
                        "1767225600",
                        "true",
                        "\"1969-01-01T00:00:00Z\"");
            case "hold", "window" ->
                List.of("\"1mon\"", "\"\"", "0", "-5", "\"PT-1S\"", "1.5", "true", "\"P400D\"", "null");
            case "scope" -> List.of("\"chat/k1/x\"", "\"/k1\"", "\"chat/\"", "\"a b\"", "\"chat|k1\"", "7", "\"\"");
            case "input", "cacheRead", "cacheWrite", "output", "perCall" ->
                List.of("\"-1\"", "\"1e3\"", "\"1,5\"", "\"\"", "1.5", "2", "\" 1\"", "\"NaN\"");
            case "name", "reason", "model" -> List.of("\"\\u0000\"", "7", "[]", "\"" + "n".repeat(201) + "\"");
            case "meters", "models", "rateLimits", "org", "app", "key" -> List.of("{}", "7", "\"x\"", "[null]", "[7]");
            case "limits", "estimate" -> List.of("[]", "7", "\"x\"", "null");
            case "outage" -> List.of("[]", "7", "\"x\"", "{\"policy\":\"open\",\"sharePercent\":10}");
            default -> throw new IllegalArgumentException("no bad values for " + field);
        };
    }

    static List<BadRequest> all() {
        var bad = new ArrayList<BadRequest>();
        for (var route : routes()) {
            broken(route, bad);
            var body = parse(route.body());
            spoil(route, body, body, "", bad);
        }
        return bad;
    }

    private static void broken(Route route, List<BadRequest> bad) {
        var body = route.body().strip();
        var bodies = Map.of(
                "cut off",
                body.substring(0, body.length() - 1),
                "trailing",
                body + "{}",
                "not JSON",
                "amount=5",
                "an array",
                "[" + body + "]",
                "a number",
                "5",
                "null",
                "null",
                "unknown field",
                "{\"nonsense\":1," + body.substring(1),
                "comment",
                "/*c*/" + body);
        bodies.forEach((why, text) -> {
            if (!(why.equals("null") && route.path().endsWith("/keys"))) {
                bad.add(new BadRequest(route.method(), route.path(), text, why));
            }
        });
    }

    private static void spoil(Route route, ObjectNode root, ObjectNode node, String path, List<BadRequest> bad) {
        for (var name : names(node)) {
            var good = node.get(name);
            for (var value : badValues(name)) {
                add(route, root, node, name, value, path, bad);
            }
            bad.add(new BadRequest(route.method(), route.path(), doubled(root, node, name), path + name + " twice"));
            node.set(name, good);
            if (isRequired(route, name)) {
                node.remove(name);
                bad.add(new BadRequest(route.method(), route.path(), root.toString(), path + name + " missing"));
                node.set(name, good);
            }
            descend(route, root, good, path + name + ".", bad);
        }
    }

    private static void descend(Route route, ObjectNode root, JsonNode value, String path, List<BadRequest> bad) {
        if (value instanceof ObjectNode object) {
            node(route, root, object, path, bad);
        } else if (value instanceof ArrayNode array) {
            for (var item : array) {
                node(route, root, (ObjectNode) item, path, bad);
            }
        }
    }

    private static void node(Route route, ObjectNode root, ObjectNode object, String path, List<BadRequest> bad) {
        object.put("nonsense", 1);
        bad.add(new BadRequest(route.method(), route.path(), root.toString(), path + "nonsense"));
        object.remove("nonsense");
        spoil(route, root, object, path, bad);
    }

    private static void add(
            Route route, ObjectNode root, ObjectNode node, String name, String raw, String path, List<BadRequest> bad) {
        var good = node.get(name);
        node.put(name, "@@");
        var body = root.toString().replace("\"@@\"", raw);
        node.set(name, good);
        bad.add(new BadRequest(route.method(), route.path(), body, path + name + " = " + raw));
    }

    private static String doubled(ObjectNode root, ObjectNode node, String name) {
        var good = node.get(name);
        node.put(name, "@@");
        var body = root.toString().replace("\"@@\"", good + ",\"" + name + "\":" + good);
        node.set(name, good);
        return body;
    }

    private static List<String> names(ObjectNode node) {
        var names = new ArrayList<String>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static ObjectNode parse(String body) {
        try {
            return (ObjectNode) JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(body, e);
        }
    }

    private static List<String> plus(List<String> values, String value) {
        var all = new ArrayList<>(values);
        all.add(value);
        return all;
    }
}
