package dev.conclave.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
              "dev.conclave.client.gate..",
              "dev.conclave.client.session..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..");
}
