package dev.conclave.workflows;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

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
  static final ArchRule what_any_session_shares_knows_no_kind_of_session =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOM + "plan..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOM + "plan..");

  @ArchTest
  static final ArchRule secrets_know_configuration_and_wire_alone_so_that_everybody_can_filter =
      noClasses()
          .that()
          .resideInAPackage(ROOM + "secret..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.conclave.workflows..")
                  .and(
                      resideOutsideOfPackages(
                          ROOM + "secret..", ROOM + "config..", ROOM + "wire..")));

  @ArchTest
  static final ArchRule what_others_read_of_a_planning_session_does_not_know_how_it_runs =
      noClasses()
          .that()
          .resideInAPackage(ROOM + "plan")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOM + "plan.phase..", ROOM + "plan.details..");

  @ArchTest
  static final ArchRule how_a_planning_session_is_shown_follows_from_its_state_alone =
      noClasses()
          .that()
          .resideInAPackage(ROOM + "plan.details..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOM + "plan.phase..");

  @ArchTest
  static final ArchRule the_machinery_of_a_session_has_no_circle =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("call")
          .definedBy(ROOM + "call..")
          .layer("session")
          .definedBy(ROOM + "session..")
          .layer("hosting")
          .definedBy(ROOM + "hosting..")
          .layer("asking")
          .definedBy(ROOM + "asking..")
          .layer("steering")
          .definedBy(ROOM + "steering..")
          .layer("running")
          .definedBy(ROOM + "running..")
          .layer("phase")
          .definedBy(ROOM + "plan.phase..")
          .whereLayer("phase")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("running")
          .mayOnlyBeAccessedByLayers("phase")
          .whereLayer("steering")
          .mayOnlyBeAccessedByLayers("phase", "running")
          .whereLayer("asking")
          .mayOnlyBeAccessedByLayers("phase", "running", "steering")
          .whereLayer("hosting")
          .mayOnlyBeAccessedByLayers("phase", "running", "steering", "asking")
          .whereLayer("session")
          .mayOnlyBeAccessedByLayers("phase", "running", "steering", "asking", "hosting");
}
