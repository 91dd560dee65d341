@NullMarked
package dev.conclave.workflows.agent;

import org.jspecify.annotations.NullMarked;
