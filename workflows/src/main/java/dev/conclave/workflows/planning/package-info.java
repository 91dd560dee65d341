@NullMarked
package dev.conclave.workflows.planning;

import org.jspecify.annotations.NullMarked;
