@NullMarked
package dev.conclave.workflows.document;

import org.jspecify.annotations.NullMarked;
