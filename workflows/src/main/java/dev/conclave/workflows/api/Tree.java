package dev.conclave.workflows.api;

import java.util.Optional;

/**
 * The exact content of a workspace at one moment: its tracked and its untracked, not ignored files.
 *
 * @param id a Git tree id, 40 hexadecimal digits
 * @param head the commit checked out at that moment
 * @param dirty whether the content differs from that commit
 * @param files how many files it holds
 * @param leftOut how many were left out, by size or kind
 * @param manifest what was left out and why; absent when nothing was
 */
public record Tree(
    String id,
    Optional<String> head,
    boolean dirty,
    int files,
    int leftOut,
    Optional<DocumentRef> manifest) {}
