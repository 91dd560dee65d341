/** What is searched: the files of a tree, their bytes, their kinds. */
@NullMarked
package dev.conclave.activities.search.source;

import org.jspecify.annotations.NullMarked;
