/** Records and words that every other package of workflows shares. */
@NullMarked
package dev.conclave.workflows.model;

import org.jspecify.annotations.NullMarked;
