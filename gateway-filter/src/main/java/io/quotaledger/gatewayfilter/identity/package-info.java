/** Who is calling: API key to key, app, tenant and plan. */
@NullMarked
package io.quotaledger.gatewayfilter.identity;

import org.jspecify.annotations.NullMarked;
