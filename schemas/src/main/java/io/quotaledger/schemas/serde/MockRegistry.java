package io.quotaledger.schemas.serde;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A registry in this process's memory, for tests without network: {@code mock://name} names one. Ids count from 1 in the
 * order of registration.
 */
final class MockRegistry implements SchemaRegistry {
    private static final String SCHEME = "mock://";
    private static final ConcurrentHashMap<String, MockRegistry> BY_URL = new ConcurrentHashMap<>();

    private final List<Schema> schemas = new ArrayList<>();

    static boolean handles(String url) {
        return url.startsWith(SCHEME);
    }

    static MockRegistry at(String url) {
        return BY_URL.computeIfAbsent(url, unused -> new MockRegistry());
    }

    synchronized int size() {
        return schemas.size();
    }

    @Override
    public synchronized int register(String subject, Schema schema) {
        if (!schemas.contains(schema)) {
            schemas.add(schema);
        }
        return schemas.indexOf(schema) + 1;
    }

    @Override
    public synchronized Schema schema(int id) {
        if (id < 1 || id > schemas.size()) {
            throw new SerializationException("The mock registry knows no schema with id " + id);
        }
        return schemas.get(id - 1);
    }
}
