package dev.conclave.bench;

import dev.conclave.activities.search.History.Commit;
import java.util.Set;

/**
 * A commit as a question with a known answer.
 *
 * @param parent the commit before it, whose tree and history may be searched
 * @param answers the files that it changed and that were there before
 */
record Sample(Commit commit, String parent, Set<String> answers) {}
