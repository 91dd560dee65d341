package dev.conclave.client.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Set;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * Tests on a machine that is slow to start and therefore one for all of a class. They mostly wait:
 * classes run beside each other, the methods of one class one by one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(providers = RealMachine.OfItsClass.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@interface RealMachine {
  /** A machine is its class's own. */
  final class OfItsClass implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForClass(Class<?> testClass) {
      return Set.of(new Lock(testClass.getName()));
    }
  }
}
