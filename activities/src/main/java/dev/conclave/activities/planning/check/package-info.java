/** What a plan is held against: its form, the tree, the terms of the human, the order of tasks. */
@NullMarked
package dev.conclave.activities.planning.check;

import org.jspecify.annotations.NullMarked;
