package dev.conclave.activities.artifact;

import java.util.List;
import java.util.SortedMap;

/**
 * The content of a session folder.
 *
 * @param files by path relative to the folder
 * @param notKept paths of files that cannot be made again, because their documents are gone; what
 *     stands on the disk is to stay
 * @param problems what was left out because it does not fit its schema, one sentence each; always a
 *     defect of this program
 */
public record Rendering(
    SortedMap<String, byte[]> files, List<String> notKept, List<String> problems) {}
