package dev.conclave.workflows.session;

/**
 * What the phases of a session of any kind work with.
 *
 * @param hosting work on the session's host
 * @param site its workspace
 * @param projection its folder
 * @param telling where people are told how it stands
 * @param stopping whether it is to end
 * @param waiting its gates
 * @param documents the replies of agents, on the host that it has
 * @param asking its calls of agents
 */
public record Equipment(
    Hosting hosting,
    Site site,
    Projection projection,
    Telling telling,
    Stopping stopping,
    Waiting waiting,
    Documents documents,
    Asking asking) {

  /**
   * The equipment of a session.
   *
   * @param relocation what it needs on another host
   * @param offer what its gates take
   */
  static Equipment of(Session session, Relocation relocation, Offer offer) {
    Stopping stopping = new Stopping(session);
    Hosting hosting = new Hosting(session, relocation);
    Telling telling = new Telling(session, hosting);
    Waiting waiting = new Waiting(session, telling, stopping, offer);
    Documents documents = new Documents(session, hosting);
    BudgetWatch budget = new BudgetWatch(session, waiting, stopping, offer);
    return new Equipment(
        hosting,
        new Site(session, hosting),
        new Projection(session, hosting),
        telling,
        stopping,
        waiting,
        documents,
        new Asking(session, budget, hosting, documents));
  }
}
