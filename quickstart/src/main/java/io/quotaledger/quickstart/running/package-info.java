/** The processes of the system, from start to end. */
@NullMarked
package io.quotaledger.quickstart.running;

import org.jspecify.annotations.NullMarked;
