/** The {@code conclave} command. */
@NullMarked
package dev.conclave.client.cli;

import org.jspecify.annotations.NullMarked;
