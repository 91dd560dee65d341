package dev.conclave.workflows.discussion;

import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.Point.Changes;
import dev.conclave.workflows.discussion.Ledger.Point.PointKind;
import dev.conclave.workflows.model.LocalizedText;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/** A moderator's reply with the ledger's ids, at most 48 KiB; docs/discussion.md, section 4. */
public record Moderation(
    List<SamePoint> points,
    List<Single> single,
    List<Clash> conflicts,
    List<SameApproach> approaches,
    List<Asked> questions,
    List<Against> against) {

  /**
   * Statements that say the same.
   *
   * @param id of the ledger point that they belong to
   */
  @RecordBuilder
  public record SamePoint(
      Optional<String> id,
      LocalizedText statement,
      List<String> members,
      PointKind kind,
      Changes changes)
      implements ModerationSamePointBuilder.With {}

  /** The kind of a statement that belongs to no point. */
  public record Single(String id, PointKind kind, Changes changes) {}

  /**
   * Statements that cannot all hold.
   *
   * @param id of a conflict of the ledger
   */
  @RecordBuilder
  public record Clash(
      Optional<String> id,
      LocalizedText question,
      List<Ledger.Side> sides,
      SettledBy settledBy,
      String why)
      implements ModerationClashBuilder.With {}

  /**
   * Equivalent proposals.
   *
   * @param id of an approach of the ledger
   */
  @RecordBuilder
  public record SameApproach(
      Optional<String> id,
      LocalizedText name,
      List<String> members,
      List<String> differences,
      List<String> pros,
      List<String> cons)
      implements ModerationSameApproachBuilder.With {}

  @RecordBuilder
  public record Asked(
      LocalizedText question,
      List<LocalizedText> options,
      Optional<Integer> recommended,
      List<String> from)
      implements ModerationAskedBuilder.With {}

  /** A statement that contradicts a decision of the human. */
  public record Against(String statement, String decision) {}
}
