package io.quotaledger.localstack;

import java.net.URI;

/** A schema registry that answers Confluent's REST API. */
public interface RegistryNode extends ServerNode {

    /** Base address of Confluent's API, without a slash at the end. */
    URI url();
}
