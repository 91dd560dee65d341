@NullMarked
package dev.conclave.workflows.workspace;

import org.jspecify.annotations.NullMarked;
