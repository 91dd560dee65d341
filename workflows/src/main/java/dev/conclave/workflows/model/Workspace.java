package dev.conclave.workflows.model;

import java.util.Optional;

/**
 * The tree under analysis, opened on a host.
 *
 * @param key name of the workspace's folders in the data folder; the same in every session
 * @param path absolute path on the host
 * @param sessionsFolder absolute folder under which session folders are written
 * @param head the commit checked out when opened; absent without Git or before a first commit
 */
public record Workspace(
    String host,
    String hostName,
    String key,
    String path,
    Optional<String> url,
    String sessionsFolder,
    boolean git,
    Optional<String> head) {}
