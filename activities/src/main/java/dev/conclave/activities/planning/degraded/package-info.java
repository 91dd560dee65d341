/** The plan that is made of a solution when no planner answers. */
@NullMarked
package dev.conclave.activities.planning.degraded;

import org.jspecify.annotations.NullMarked;
