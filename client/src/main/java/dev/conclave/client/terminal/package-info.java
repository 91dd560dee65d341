/** Rendering for terminals: pages, tables, live views and prompts. */
@NullMarked
package dev.conclave.client.terminal;

import org.jspecify.annotations.NullMarked;
