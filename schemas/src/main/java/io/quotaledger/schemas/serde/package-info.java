/**
 * Records on topics in Confluent's wire format. The registry is asked for an id once per schema and process; after
 * {@link io.quotaledger.schemas.serde.SchemaRegistration} at start its outage does not matter.
 */
@NullMarked
package io.quotaledger.schemas.serde;

import org.jspecify.annotations.NullMarked;
