package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Eligibility;
import java.util.List;
import java.util.Map;

/**
 * What bringing an index up to date did.
 *
 * @param read files that were new or different
 * @param removed files that are gone
 * @param unchanged files that were in the index already
 * @param leftOut files that are not searched, by reason, among those that were read
 * @param unreadable paths of files that could not be opened
 * @param current whether the index has the tree's content; false when another process was writing
 *     it for too long and its last commit is searched
 */
public record IndexUpdate(
    int read,
    int removed,
    int unchanged,
    Map<Eligibility.Reason, Integer> leftOut,
    List<String> unreadable,
    boolean current) {}
