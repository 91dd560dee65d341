/** Words of English and Chinese texts, and what they mean: concepts, topics, antonyms. */
@NullMarked
package dev.conclave.activities.discussion.similarity.words;

import org.jspecify.annotations.NullMarked;
