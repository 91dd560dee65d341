/** Records and enums shared by all other packages of workflows. */
@NullMarked
package dev.conclave.workflows.model;

import org.jspecify.annotations.NullMarked;
