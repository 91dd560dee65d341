package dev.conclave.activities;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.conclave.activities",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {

  @ArchTest
  static final ArchRule git_depends_on_processes_and_names_but_not_on_workspaces =
      ofOurs("git", "dev.conclave.activities.git..");

  @ArchTest
  static final ArchRule processes_do_not_depend_on_programs_or_calls =
      ofOurs(
          "agent.process",
          "dev.conclave.activities.agent.process..",
          "dev.conclave.activities.document..");

  @ArchTest
  static final ArchRule packages_have_no_cycles =
      slices().matching("dev.conclave.(activities..)").should().beFreeOfCycles();

  private static ArchRule ofOurs(String room, String... known) {
    return classes()
        .that()
        .resideInAPackage("dev.conclave.activities." + room + "..")
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage("dev.conclave.activities..").or(resideInAnyPackage(known)));
  }
}
