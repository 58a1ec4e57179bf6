@NullMarked
package io.quotaledger.gatewayfilter.request;

import org.jspecify.annotations.NullMarked;
