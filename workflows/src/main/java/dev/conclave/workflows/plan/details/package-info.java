/** Where a planning session stands, as the Temporal UI shows it. */
@NullMarked
package dev.conclave.workflows.plan.details;

import org.jspecify.annotations.NullMarked;
