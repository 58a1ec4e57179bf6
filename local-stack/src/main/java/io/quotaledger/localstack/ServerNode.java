package io.quotaledger.localstack;

/** One running server. A node keeps its port and its data from start to close, whatever happens in between. */
public interface ServerNode {

    /** Process id of the server, as the operating system of the engine that runs it counts. */
    long pid();

    boolean isAlive();

    /** Ends the server at once (SIGKILL) and waits until it is gone. */
    void kill();

    /** Ends the server in order (SIGTERM) and waits until it is gone; kills it if it does not end in time. */
    void stop();

    /** Starts the server again on the same port and data and waits until it answers; stops it first if it runs. */
    void restart();

    /** Freezes the server (SIGSTOP): connections stay open and nothing answers. */
    void suspend();

    /** Lets a suspended server go on (SIGCONT). */
    void resume();

    /** Resident memory in bytes; 0 if the server does not run or the platform does not tell. */
    long residentBytes();

    /** The end of what the server has printed, for error messages. */
    String log();
}
