/** Prompts a user at a terminal to answer an open gate. */
@NullMarked
package dev.conclave.client.gate;

import org.jspecify.annotations.NullMarked;
