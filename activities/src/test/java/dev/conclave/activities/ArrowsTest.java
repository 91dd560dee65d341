package dev.conclave.activities;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.conclave.activities",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {

  @ArchTest
  static final ArchRule git_knows_processes_and_names_but_no_workspace =
      ofOurs("git", "dev.conclave.activities.git..");

  @ArchTest
  static final ArchRule an_agent_s_output_is_read_without_knowing_who_asked =
      ofOurs("agent.cli.output", "dev.conclave.activities.agent.cli.output..");

  @ArchTest
  static final ArchRule programs_and_calls_know_no_activity_that_asks =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("asking")
          .definedBy("dev.conclave.activities.agent")
          .layer("call")
          .definedBy("dev.conclave.activities.agent.call..")
          .layer("program")
          .definedBy("dev.conclave.activities.agent.cli")
          .layer("output")
          .definedBy("dev.conclave.activities.agent.cli.output..")
          .whereLayer("asking")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("call")
          .mayOnlyBeAccessedByLayers("asking")
          .whereLayer("program")
          .mayOnlyBeAccessedByLayers("asking", "call")
          .whereLayer("output")
          .mayOnlyBeAccessedByLayers("asking", "call", "program");

  @ArchTest
  static final ArchRule a_plan_s_checks_know_neither_a_reply_nor_how_a_plan_is_made =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("planning")
          .definedBy("dev.conclave.activities.planning")
          .layer("reply")
          .definedBy("dev.conclave.activities.planning.reply..")
          .layer("check")
          .definedBy("dev.conclave.activities.planning.check..")
          .whereLayer("planning")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("reply")
          .mayOnlyBeAccessedByLayers("planning")
          .whereLayer("check")
          .mayOnlyBeAccessedByLayers("planning", "reply");

  @ArchTest
  static final ArchRule a_ledger_knows_evidence_and_no_reply_s_form =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("ledger")
          .definedBy("dev.conclave.activities.discussion.ledger..")
          .layer("reply")
          .definedBy("dev.conclave.activities.discussion.reply..")
          .layer("evidence")
          .definedBy("dev.conclave.activities.discussion.evidence..")
          .whereLayer("ledger")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("reply")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("evidence")
          .mayOnlyBeAccessedByLayers("ledger", "reply");

  private static ArchRule ofOurs(String room, String... known) {
    return classes()
        .that()
        .resideInAPackage("dev.conclave.activities." + room + "..")
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage("dev.conclave.activities..").or(resideInAnyPackage(known)));
  }
}
