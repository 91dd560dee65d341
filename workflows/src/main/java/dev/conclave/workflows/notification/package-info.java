/** What a session tells people who are elsewhere. */
@NullMarked
package dev.conclave.workflows.notification;

import org.jspecify.annotations.NullMarked;
