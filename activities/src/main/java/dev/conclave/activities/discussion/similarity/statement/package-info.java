/** What a sentence affirms, denies, counts and orders, and whether two contradict each other. */
@NullMarked
package dev.conclave.activities.discussion.similarity.statement;

import org.jspecify.annotations.NullMarked;
