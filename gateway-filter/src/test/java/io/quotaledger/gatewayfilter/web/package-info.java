@NullMarked
package io.quotaledger.gatewayfilter.web;

import org.jspecify.annotations.NullMarked;
