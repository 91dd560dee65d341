/** The rules of the ledger: what enters it, what a moderation changes, how votes are counted. */
@NullMarked
package dev.conclave.activities.discussion.ledger;

import org.jspecify.annotations.NullMarked;
