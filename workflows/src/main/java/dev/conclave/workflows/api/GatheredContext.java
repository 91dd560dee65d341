package dev.conclave.workflows.api;

import java.util.List;

/**
 * What a search found, in short.
 *
 * @param context the context package
 * @param filesIdentified how many files it names
 * @param patternsDetected names of patterns, at most 20
 * @param queries how many queries were made
 * @param backend the one that answered: {@code ace}, {@code lucene} or {@code walk}
 * @param notes what failed on the way, one sentence each
 */
public record GatheredContext(
    DocumentRef context,
    int filesIdentified,
    List<String> patternsDetected,
    int queries,
    String backend,
    List<String> notes) {}
