@NullMarked
package io.quotaledger.gatewayfilter.pricing;

import org.jspecify.annotations.NullMarked;
