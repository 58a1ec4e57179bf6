@NullMarked
package io.quotaledger.localstack;

import org.jspecify.annotations.NullMarked;
