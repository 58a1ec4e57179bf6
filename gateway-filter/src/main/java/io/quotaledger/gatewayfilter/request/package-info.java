/** What a request asks for, read from its body once. */
@NullMarked
package io.quotaledger.gatewayfilter.request;

import org.jspecify.annotations.NullMarked;
