@NullMarked
package io.quotaledger.gatewayfilter.settle;

import org.jspecify.annotations.NullMarked;
