@NullMarked
package dev.conclave.activities.discussion.verification;

import org.jspecify.annotations.NullMarked;
