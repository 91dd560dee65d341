/** The review of a change: a discussion over its diff. */
@NullMarked
package dev.conclave.workflows.review;

import org.jspecify.annotations.NullMarked;
