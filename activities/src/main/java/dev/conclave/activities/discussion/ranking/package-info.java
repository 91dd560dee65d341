@NullMarked
package dev.conclave.activities.discussion.ranking;

import org.jspecify.annotations.NullMarked;
