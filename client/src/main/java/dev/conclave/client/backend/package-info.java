/**
 * The server and the workers that a command needs, started where they are missing, and the folders
 * of sessions on this host.
 */
@NullMarked
package dev.conclave.client.backend;

import org.jspecify.annotations.NullMarked;
