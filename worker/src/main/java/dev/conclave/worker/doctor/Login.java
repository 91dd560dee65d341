package dev.conclave.worker.doctor;

import java.util.Optional;

/** Whether an agent program is logged in, as far as that can be known without a call. */
sealed interface Login {

  /**
   * It has what a login leaves, or a key. Whether that is still valid only a call tells.
   *
   * @param how for people
   * @param variable the one that has the key
   */
  record Found(String how, Optional<String> variable) implements Login {}

  /**
   * Nothing was found.
   *
   * @param fix what logs it in
   */
  record None(String fix) implements Login {}

  /**
   * It cannot be known.
   *
   * @param why in a few words
   */
  record Unknown(String why) implements Login {}
}
