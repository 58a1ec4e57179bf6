@NullMarked
package io.quotaledger.quotastore;

import org.jspecify.annotations.NullMarked;
