/** Writing what the fold decided: records of the topics out. */
@NullMarked
package io.quotaledger.streamstopology.outputs;

import org.jspecify.annotations.NullMarked;
