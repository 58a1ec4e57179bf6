/** What was found as a table, as JSON and as a page. */
@NullMarked
package io.quotaledger.benchmarks.report;

import org.jspecify.annotations.NullMarked;
