@NullMarked
package io.quotaledger.gatewayfilter.identity;

import org.jspecify.annotations.NullMarked;
