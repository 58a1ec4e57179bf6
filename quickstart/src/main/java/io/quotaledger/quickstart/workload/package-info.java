/** The calls of a run: who makes them, what they ask for, and how they are sent. */
@NullMarked
package io.quotaledger.quickstart.workload;

import org.jspecify.annotations.NullMarked;
