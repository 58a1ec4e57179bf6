@NullMarked
package io.quotaledger.gatewayfilter.problem;

import org.jspecify.annotations.NullMarked;
