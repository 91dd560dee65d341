@NullMarked
package dev.conclave.workflows.search;

import org.jspecify.annotations.NullMarked;
