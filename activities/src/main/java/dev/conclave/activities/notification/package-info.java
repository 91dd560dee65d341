/** Notifications by webhook. */
@NullMarked
package dev.conclave.activities.notification;

import org.jspecify.annotations.NullMarked;
