/** Utilities for texts, JSON, digests and numbers, independent of sessions. */
@NullMarked
package dev.conclave.workflows.text;

import org.jspecify.annotations.NullMarked;
