/** What a person reads of sessions: pages of tables and text. */
@NullMarked
package dev.conclave.client.page;

import org.jspecify.annotations.NullMarked;
