/** Kills, freezes and mutilates the parts of a running system by seeded schedules, and checks the books afterwards. */
@NullMarked
package io.quotaledger.quickstart.chaos;

import org.jspecify.annotations.NullMarked;
