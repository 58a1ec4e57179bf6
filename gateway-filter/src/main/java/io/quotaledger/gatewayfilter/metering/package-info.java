/** What the upstream delivered, read while the body passes through. */
@NullMarked
package io.quotaledger.gatewayfilter.metering;

import org.jspecify.annotations.NullMarked;
