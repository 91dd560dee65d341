@NullMarked
package dev.conclave.workflows.host;

import org.jspecify.annotations.NullMarked;
