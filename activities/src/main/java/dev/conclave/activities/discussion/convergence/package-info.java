@NullMarked
package dev.conclave.activities.discussion.convergence;

import org.jspecify.annotations.NullMarked;
