/** The path of a request and its admission. */
@NullMarked
package io.quotaledger.gatewayfilter.prepay;

import org.jspecify.annotations.NullMarked;
