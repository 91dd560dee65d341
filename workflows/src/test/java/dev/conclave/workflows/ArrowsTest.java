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
  static final ArchRule packages_form_no_cycle =
      slices().matching("dev.conclave.(workflows..)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule what_any_session_shares_knows_no_kind_of_session =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOM + "plan..", ROOM + "host..", ROOM + "kind..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOM + "plan..");

  @ArchTest
  static final ArchRule secrets_know_configuration_and_texts_alone_so_that_everybody_can_filter =
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
  static final ArchRule no_workflow_runs_a_pattern_that_tries_again =
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
