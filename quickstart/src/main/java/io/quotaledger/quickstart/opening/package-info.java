/** What the quickstart sells and to whom: prices, plans, tenants, and the calls to the service that open them. */
@NullMarked
package io.quotaledger.quickstart.opening;

import org.jspecify.annotations.NullMarked;
