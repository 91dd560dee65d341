/** Display models of sessions: records and sentences, independent of the output. */
@NullMarked
package dev.conclave.client.view;

import org.jspecify.annotations.NullMarked;
