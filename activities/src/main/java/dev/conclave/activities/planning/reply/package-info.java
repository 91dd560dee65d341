/** A planner's reply, read. */
@NullMarked
package dev.conclave.activities.planning.reply;

import org.jspecify.annotations.NullMarked;
