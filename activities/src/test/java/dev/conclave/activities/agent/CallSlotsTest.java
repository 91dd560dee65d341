package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import org.junit.jupiter.api.Test;

class CallSlotsTest {
  @Test
  void programs_that_run_already_are_counted_though_nobody_waited_for_them() throws Exception {
    CallSlots slots = new CallSlots(2);
    CallSlots.Slot first = slots.owe();
    CallSlots.Slot second = slots.owe();
    CallSlots.Slot third = slots.owe();

    assertThat(isFree(slots)).isFalse();
    first.close();
    assertThat(isFree(slots)).isFalse();
    second.close();
    assertThat(isFree(slots)).isTrue();
    third.close();
    try (CallSlots.Slot one = slots.take(new CallControl(), CallSlotsTest::nobody);
        CallSlots.Slot other = slots.take(new CallControl(), CallSlotsTest::nobody)) {
      assertThat(one).isNotSameAs(other);
      assertThat(isFree(slots)).isFalse();
    }
  }

  /** A call that is cancelled already is let in, or leaves as soon as it would have to wait. */
  private static boolean isFree(CallSlots slots) {
    CallControl cancelled = new CallControl();
    cancelled.cancel();
    try (CallSlots.Slot slot = slots.take(cancelled, CallSlotsTest::nobody)) {
      return slot != null;
    } catch (AttemptEnded waited) {
      return false;
    }
  }

  private static void nobody() {}
}
