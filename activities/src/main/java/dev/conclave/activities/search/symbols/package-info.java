/** Light parsers: what a source file defines, imports and says. */
@NullMarked
package dev.conclave.activities.search.symbols;

import org.jspecify.annotations.NullMarked;
