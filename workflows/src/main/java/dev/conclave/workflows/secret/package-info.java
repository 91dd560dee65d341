@NullMarked
package dev.conclave.workflows.secret;

import org.jspecify.annotations.NullMarked;
