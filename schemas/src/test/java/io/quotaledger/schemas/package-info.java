@NullMarked
package io.quotaledger.schemas;

import org.jspecify.annotations.NullMarked;
