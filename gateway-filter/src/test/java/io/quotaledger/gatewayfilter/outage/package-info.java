@NullMarked
package io.quotaledger.gatewayfilter.outage;

import org.jspecify.annotations.NullMarked;
