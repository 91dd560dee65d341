/** The list of the kinds of session. */
@NullMarked
package dev.conclave.workflows.kind;

import org.jspecify.annotations.NullMarked;
