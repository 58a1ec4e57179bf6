/** Quantities to amounts, exactly. */
@NullMarked
package io.quotaledger.gatewayfilter.pricing;

import org.jspecify.annotations.NullMarked;
