@NullMarked
package io.quotaledger.gatewayfilter.autoconfigure;

import org.jspecify.annotations.NullMarked;
