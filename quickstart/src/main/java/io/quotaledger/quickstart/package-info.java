/** The whole system on one machine: what is started, the workload, the report and the check. */
@NullMarked
package io.quotaledger.quickstart;

import org.jspecify.annotations.NullMarked;
