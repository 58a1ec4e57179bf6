/** Auto-configuration, one per optional technology. */
@NullMarked
package io.quotaledger.gatewayfilter.autoconfigure;

import org.jspecify.annotations.NullMarked;
