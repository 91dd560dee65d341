/** The human at the wheel: what people are told, what they answer, how they stop a session. */
@NullMarked
package dev.conclave.workflows.steering;

import org.jspecify.annotations.NullMarked;
