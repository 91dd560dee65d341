package dev.conclave.activities.direct;

import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.SolutionTask;
import java.util.List;

/** An approach with its sentences in both languages. */
record Proposal(
    Phrase name,
    Phrase description,
    List<Phrase> pros,
    List<Phrase> cons,
    Level effort,
    Level risk,
    List<CodeLocation> affected,
    List<SolutionTask> tasks) {

  Approach approach() {
    return new Approach(
        name.en(),
        description.en(),
        pros.stream().map(Phrase::en).toList(),
        cons.stream().map(Phrase::en).toList(),
        effort,
        risk,
        affected,
        tasks,
        "not assessed",
        "not assessed");
  }
}
