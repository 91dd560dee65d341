@NullMarked
package dev.conclave.workflows.gate;

import org.jspecify.annotations.NullMarked;
