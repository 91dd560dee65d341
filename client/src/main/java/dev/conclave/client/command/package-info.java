/** The subcommands: options, actions and output. */
@NullMarked
package dev.conclave.client.command;

import org.jspecify.annotations.NullMarked;
