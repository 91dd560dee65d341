package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * A point of the ledger with what each of its agents said.
 *
 * @param id of the ledger's point
 * @param statement its neutral sentence
 */
public record Point(String id, String statement, List<Position> positions) {}
