@NullMarked
package io.quotaledger.schemas.serde;

import org.jspecify.annotations.NullMarked;
