/** An MCP server that answers search_context. */
@NullMarked
package dev.conclave.activities.search.ace;

import org.jspecify.annotations.NullMarked;
