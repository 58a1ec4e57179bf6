@NullMarked
package io.quotaledger.streamstopology;

import org.jspecify.annotations.NullMarked;
