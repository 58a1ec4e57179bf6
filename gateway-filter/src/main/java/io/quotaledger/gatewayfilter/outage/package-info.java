/** Redis gives no answer: how that is noticed, and what becomes of calls meanwhile. */
@NullMarked
package io.quotaledger.gatewayfilter.outage;

import org.jspecify.annotations.NullMarked;
