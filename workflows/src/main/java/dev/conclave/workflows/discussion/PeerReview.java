package dev.conclave.workflows.discussion;

import java.util.List;

/** What an analyst says of the analyses before it. */
public record PeerReview(
    List<String> agreesWith, List<String> disagreesWith, List<String> additions) {}
