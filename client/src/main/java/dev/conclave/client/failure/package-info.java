/** What is said when a command fails, and its exit code. */
@NullMarked
package dev.conclave.client.failure;

import org.jspecify.annotations.NullMarked;
