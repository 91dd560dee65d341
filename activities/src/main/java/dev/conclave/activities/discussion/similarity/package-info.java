@NullMarked
package dev.conclave.activities.discussion.similarity;

import org.jspecify.annotations.NullMarked;
