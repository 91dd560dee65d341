/** Plain helpers for texts, JSON, digests and numbers, that know nothing of sessions. */
@NullMarked
package dev.conclave.workflows.text;

import org.jspecify.annotations.NullMarked;
