/** Who is told what becomes of calls: metrics. */
@NullMarked
package io.quotaledger.gatewayfilter.observe;

import org.jspecify.annotations.NullMarked;
