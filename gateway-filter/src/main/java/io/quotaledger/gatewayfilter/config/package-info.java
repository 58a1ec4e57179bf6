/** Settings of the starter, and the in-memory copy of quota-config. */
@NullMarked
package io.quotaledger.gatewayfilter.config;

import org.jspecify.annotations.NullMarked;
