/**
 * What a command finds around it: the terminal, the editor, files, and what joins it on this host.
 */
@NullMarked
package dev.conclave.client.surroundings;

import org.jspecify.annotations.NullMarked;
