/** What a person is shown of sessions: records and sentences, whatever shows them. */
@NullMarked
package dev.conclave.client.view;

import org.jspecify.annotations.NullMarked;
