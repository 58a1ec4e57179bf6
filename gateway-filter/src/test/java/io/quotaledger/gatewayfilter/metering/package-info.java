@NullMarked
package io.quotaledger.gatewayfilter.metering;

import org.jspecify.annotations.NullMarked;
