/** The files of a tree: their content, kind, language and outline. */
@NullMarked
package dev.conclave.activities.search.source;

import org.jspecify.annotations.NullMarked;
