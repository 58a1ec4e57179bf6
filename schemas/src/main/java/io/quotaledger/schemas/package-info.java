/** The contract between the parts: records, topics, ids, periods and keys. */
@NullMarked
package io.quotaledger.schemas;

import org.jspecify.annotations.NullMarked;
