/** Activity interfaces and the records that workflows and activities exchange. */
@NullMarked
package dev.conclave.workflows.api;

import org.jspecify.annotations.NullMarked;
