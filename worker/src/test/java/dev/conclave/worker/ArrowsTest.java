package dev.conclave.worker;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.conclave.worker",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {
  private static final String STACK = "dev.conclave.worker.stack";

  @ArchTest
  static final ArchRule server_and_worker_of_the_stack_know_only_the_processes_below_them =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("stack")
          .definedBy(STACK)
          .layer("worker")
          .definedBy(STACK + ".worker..")
          .layer("server")
          .definedBy(STACK + ".server..")
          .layer("process")
          .definedBy(STACK + ".process..")
          .whereLayer("stack")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("worker")
          .mayOnlyBeAccessedByLayers("stack")
          // The worker keeps a codec server beside the Temporal server of this host.
          .whereLayer("server")
          .mayOnlyBeAccessedByLayers("stack", "worker")
          .whereLayer("process")
          .mayOnlyBeAccessedByLayers("stack", "worker", "server");
}
