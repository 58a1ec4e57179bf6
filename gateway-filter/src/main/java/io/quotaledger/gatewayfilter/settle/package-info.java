/** Closing of reservations, once each. */
@NullMarked
package io.quotaledger.gatewayfilter.settle;

import org.jspecify.annotations.NullMarked;
