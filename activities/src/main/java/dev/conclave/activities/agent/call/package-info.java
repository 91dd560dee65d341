/** One call of an agent: started or adopted, attended, judged, reported; never bought twice. */
@NullMarked
package dev.conclave.activities.agent.call;

import org.jspecify.annotations.NullMarked;
