/** What a run prints. */
@NullMarked
package io.quotaledger.quickstart.report;

import org.jspecify.annotations.NullMarked;
