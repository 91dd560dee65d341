package dev.conclave.activities.context;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** A file that is not read, changed or believed; its message says why, to go behind its name. */
final class Refused extends IOException {
  private static final long serialVersionUID = 1;

  Refused(String message) {
    super(message);
  }

  /** What is wrong with a file, to go behind its name. */
  static String why(Exception e) {
    if (e instanceof Refused) {
      return String.valueOf(e.getMessage());
    }
    return e instanceof NoSuchFileException
        ? "is missing"
        : e instanceof JacksonException ? "is no JSON" : "cannot be read or written: " + e;
  }
}
