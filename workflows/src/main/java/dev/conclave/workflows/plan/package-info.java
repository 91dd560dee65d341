@NullMarked
package dev.conclave.workflows.plan;

import org.jspecify.annotations.NullMarked;
