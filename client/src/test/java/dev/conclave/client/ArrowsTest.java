package dev.conclave.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.conclave.client",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {

  @ArchTest
  static final ArchRule the_client_knows_nothing_of_ours_but_workflows =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "dev.conclave.client..",
              "dev.conclave.workflows..",
              "io.temporal..",
              "io.grpc..",
              "com.google.protobuf..",
              "com.fasterxml.jackson..",
              "picocli..",
              "org.jline..",
              "ch.qos.logback..",
              "org.slf4j..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule rooms_form_no_circle =
      slices().matching("dev.conclave.client.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule the_rooms_of_commands_meet_in_the_command_alone =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("dev.conclave.client.cli..")
          .layer("start")
          .definedBy("dev.conclave.client.start..")
          .layer("steer")
          .definedBy("dev.conclave.client.steer..")
          .layer("show")
          .definedBy("dev.conclave.client.show..")
          .layer("watch")
          .definedBy("dev.conclave.client.watch..")
          .layer("live")
          .definedBy("dev.conclave.client.live..")
          .layer("gate")
          .definedBy("dev.conclave.client.gate..")
          .layer("failure")
          .definedBy("dev.conclave.client.failure..")
          .layer("help")
          .definedBy("dev.conclave.client.help..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("start")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("steer")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("show")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("watch")
          .mayOnlyBeAccessedByLayers("cli", "start", "steer", "show")
          .whereLayer("live")
          .mayOnlyBeAccessedByLayers("watch")
          .whereLayer("gate")
          .mayOnlyBeAccessedByLayers("steer", "watch")
          .whereLayer("failure")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("help")
          .mayOnlyBeAccessedByLayers("cli", "failure");

  @ArchTest
  static final ArchRule talking_to_temporal_knows_no_command_and_no_terminal =
      classes()
          .that()
          .resideInAPackage("dev.conclave.client.session..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("dev.conclave.client", "dev.conclave.client.session..")
                  .or(
                      resideOutsideOfPackages(
                          "dev.conclave.client..", "picocli..", "org.jline..")));

  @ArchTest
  static final ArchRule a_terminal_knows_nothing_of_what_is_shown_on_it =
      noClasses()
          .that()
          .resideInAPackage("dev.conclave.client.terminal..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.conclave.client..")
                  .and(
                      resideOutsideOfPackages(
                          "dev.conclave.client.terminal..", "dev.conclave.client.session..")));

  @ArchTest
  static final ArchRule rendering_and_asking_know_no_command_line =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.conclave.client.terminal..",
              "dev.conclave.client.page..",
              "dev.conclave.client.live..",
              "dev.conclave.client.gate..",
              "dev.conclave.client.document..",
              "dev.conclave.client.backend..",
              "dev.conclave.client.surroundings..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..");
}
