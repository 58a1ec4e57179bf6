/** A model server that answers like an OpenAI-compatible API, well or badly, and remembers what it delivered. */
@NullMarked
package io.quotaledger.quickstart.model;

import org.jspecify.annotations.NullMarked;
