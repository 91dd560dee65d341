package dev.conclave.workflows;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.conclave.workflows",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {
  private static final String ROOM = "dev.conclave.workflows.";

  @ArchTest
  static final ArchRule packages_have_no_cycles =
      slices().matching("dev.conclave.(workflows..)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule shared_session_code_depends_on_no_session_kind =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOM + "plan..", ROOM + "host..", ROOM + "kind..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOM + "plan..");

  @ArchTest
  static final ArchRule secrets_depend_only_on_configuration_and_text =
      noClasses()
          .that()
          .resideInAPackage(ROOM + "secret..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.conclave.workflows..")
                  .and(
                      resideOutsideOfPackages(
                          ROOM + "secret..",
                          ROOM + "config..",
                          ROOM + "model..",
                          ROOM + "text..")));

  /** Agent text is matched only with linear patterns, so that it cannot block a workflow. */
  @ArchTest
  static final ArchRule no_workflow_uses_a_backtracking_pattern =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              ROOM + "secret..",
              ROOM + "config..",
              ROOM + "temporal..",
              ROOM + "model..",
              ROOM + "text..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.regex..");
}
