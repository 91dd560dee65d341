package dev.conclave.workflows.analyze;

import dev.conclave.workflows.discussion.CrossVerification;
import java.time.Instant;
import java.util.List;

/**
 * What an analysis came to, for {@code context.md}.
 *
 * @param verified agreements and conflicts, in which each voter is a perspective
 * @param questions that are open beside those of the discoveries
 * @param decided what the human answered, each behind its question
 */
public record AnalysisReport(
    String session,
    String topic,
    TopicConfiguration configuration,
    TaskTable table,
    Discoveries discoveries,
    CrossVerification verified,
    List<String> questions,
    List<String> decided,
    Instant at) {}
