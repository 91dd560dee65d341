/** The list of session kinds. */
@NullMarked
package dev.conclave.workflows.kind;

import org.jspecify.annotations.NullMarked;
