@NullMarked
package dev.conclave.activities.discussion.reply;

import org.jspecify.annotations.NullMarked;
