package dev.conclave.client;

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
  static final ArchRule what_is_no_command_knows_no_command_line =
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
