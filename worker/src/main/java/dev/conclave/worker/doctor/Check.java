package dev.conclave.worker.doctor;

import java.io.IOException;
import java.util.List;

/** Looks at one corner of a host; asks no agent and changes nothing. */
interface Check {

  /** What it looks at, for when even looking fails. */
  String subject();

  /** What it found. */
  List<Diagnosis> examine() throws IOException;
}
