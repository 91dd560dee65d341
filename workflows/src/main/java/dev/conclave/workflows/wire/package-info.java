@NullMarked
package dev.conclave.workflows.wire;

import org.jspecify.annotations.NullMarked;
