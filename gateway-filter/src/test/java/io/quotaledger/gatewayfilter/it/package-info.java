/** The filters in a real gateway, with real Redis, Kafka and registry. */
@NullMarked
package io.quotaledger.gatewayfilter.it;

import org.jspecify.annotations.NullMarked;
