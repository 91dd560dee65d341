/** The commands: what they take, do and print. */
@NullMarked
package dev.conclave.client.command;

import org.jspecify.annotations.NullMarked;
