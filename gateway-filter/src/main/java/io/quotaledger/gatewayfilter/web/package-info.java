/** The filters, and the one call they share. */
@NullMarked
package io.quotaledger.gatewayfilter.web;

import org.jspecify.annotations.NullMarked;
