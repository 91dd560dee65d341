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
 * Tests on a machine that starts slowly and is therefore shared by a class. They mostly wait, so
 * classes run in parallel and the methods of a class one by one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(providers = RealMachine.OfItsClass.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@interface RealMachine {
  /** A lock for the machine of each class. */
  final class OfItsClass implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForClass(Class<?> testClass) {
      return Set.of(new Lock(testClass.getName()));
    }
  }
}
