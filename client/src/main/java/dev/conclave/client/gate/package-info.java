/** Asking a person at a terminal to answer an open gate, and telling what became of the answer. */
@NullMarked
package dev.conclave.client.gate;

import org.jspecify.annotations.NullMarked;
