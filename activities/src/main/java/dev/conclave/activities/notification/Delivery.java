package dev.conclave.activities.notification;

import java.time.Duration;
import java.util.Optional;

/** What came of posting to one webhook. Its sentences never hold an address or a key. */
public sealed interface Delivery {

  /** What messages call the webhook. */
  String webhook();

  /** It took the notification. */
  record Told(String webhook) implements Delivery {}

  /**
   * It did not, and another attempt may get further.
   *
   * @param reason a sentence that begins with the webhook's name
   * @param after how long it wants to be left alone
   */
  record Missed(String webhook, String reason, Optional<Duration> after) implements Delivery {}

  /**
   * It did not, and will not before somebody mends it.
   *
   * @param reason a sentence that begins with the webhook's name
   */
  record Refused(String webhook, String reason) implements Delivery {}
}
