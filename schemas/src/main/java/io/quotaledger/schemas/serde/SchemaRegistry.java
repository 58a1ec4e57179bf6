package io.quotaledger.schemas.serde;

import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Where schemas get their ids. */
interface SchemaRegistry {
    /**
     * Id of the schema under the subject; the schema is registered if it is not there and the settings allow it.
     *
     * @throws SerializationException if the registry refuses the schema
     * @throws RegistryUnavailableException if it gives no answer
     */
    int register(String subject, Schema schema);

    /**
     * The schema with this id.
     *
     * @throws SerializationException if the registry knows no such schema
     * @throws RegistryUnavailableException if it gives no answer
     */
    Schema schema(int id);
}
