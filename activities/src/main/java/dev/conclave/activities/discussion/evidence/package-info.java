@NullMarked
package dev.conclave.activities.discussion.evidence;

import org.jspecify.annotations.NullMarked;
