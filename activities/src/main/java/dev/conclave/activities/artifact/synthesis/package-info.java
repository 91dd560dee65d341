/** The artifact of one round, in the two shapes that its readers know. */
@NullMarked
package dev.conclave.activities.artifact.synthesis;

import org.jspecify.annotations.NullMarked;
