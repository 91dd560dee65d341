@NullMarked
package dev.conclave.workflows.discussion;

import org.jspecify.annotations.NullMarked;
