package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import java.util.Optional;

/**
 * Where a session works: the workspace and the tree that it looks at, and how it came there from
 * host to host. Workflow state; no clock and no call of its own.
 */
public final class Whereabouts {
  private Optional<Workspace> workspace;
  private Optional<Tree> tree;
  private Moves moves;

  Whereabouts(Optional<Workspace> workspace, Optional<Tree> tree, Moves moves) {
    this.workspace = workspace;
    this.tree = tree;
    this.moves = moves;
  }

  /** Empty until one is opened. */
  public Optional<Workspace> workspace() {
    return workspace;
  }

  /** The workspace, once it is opened. */
  public Workspace opened() {
    return workspace.orElseThrow();
  }

  /** From now on the session works there. */
  public void settleIn(Workspace opened) {
    workspace = Optional.of(opened);
  }

  /** Empty until one is named. */
  public Optional<Tree> tree() {
    return tree;
  }

  /** The tree, once it is named. */
  public Tree named() {
    return tree.orElseThrow();
  }

  /** From now on this tree is looked at. */
  public void name(Tree named) {
    tree = Optional.of(named);
  }

  public Moves moves() {
    return moves;
  }

  public void moved(Moves now) {
    moves = now;
  }
}
