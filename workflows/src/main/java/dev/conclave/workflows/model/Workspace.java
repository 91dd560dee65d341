package dev.conclave.workflows.model;

import java.util.Optional;

/**
 * The tree under analysis, opened on a host.
 *
 * @param key name of the workspace's folders in the data folder; the same in every session
 * @param path absolute
 * @param sessionsFolder absolute parent of the session folders
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
