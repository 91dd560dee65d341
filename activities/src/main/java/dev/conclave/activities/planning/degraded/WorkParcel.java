package dev.conclave.activities.planning.degraded;

import dev.conclave.workflows.discussion.CodeLocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What one task of a degraded plan is made of, before it is worded.
 *
 * @param ids of the solution's own tasks in it; empty when it was made from files
 * @param needs ids of the solution's tasks that it waits for
 * @param files by path, each once
 */
record WorkParcel(
    List<String> names,
    List<String> ids,
    Set<String> needs,
    Map<String, CodeLocation> files,
    List<String> keyPoints) {

  /** Both in one, this one's words first. */
  WorkParcel with(WorkParcel other) {
    List<String> allIds = joined(ids, other.ids);
    Set<String> allNeeds = new LinkedHashSet<>(needs);
    allNeeds.addAll(other.needs);
    allIds.forEach(allNeeds::remove);
    Map<String, CodeLocation> allFiles = new LinkedHashMap<>(files);
    other.files.forEach(allFiles::putIfAbsent);
    return new WorkParcel(
        joined(names, other.names), allIds, allNeeds, allFiles, joined(keyPoints, other.keyPoints));
  }

  /** At most {@code limit} parcels: the last ones are put together, so that order is kept. */
  static List<WorkParcel> atMost(int limit, List<WorkParcel> parcels) {
    List<WorkParcel> kept = new ArrayList<>(parcels.subList(0, Math.min(limit, parcels.size())));
    for (WorkParcel rest : parcels.subList(kept.size(), parcels.size())) {
      kept.set(limit - 1, kept.get(limit - 1).with(rest));
    }
    return kept;
  }

  private static List<String> joined(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).distinct().toList();
  }
}
