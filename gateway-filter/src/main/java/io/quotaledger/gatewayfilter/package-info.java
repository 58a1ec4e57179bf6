/** Spring Boot starter that prepays, meters and settles requests. */
@NullMarked
package io.quotaledger.gatewayfilter;

import org.jspecify.annotations.NullMarked;
