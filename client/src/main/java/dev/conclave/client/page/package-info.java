/** Text pages about sessions: tables, fields and lines. */
@NullMarked
package dev.conclave.client.page;

import org.jspecify.annotations.NullMarked;
