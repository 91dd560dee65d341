package dev.conclave.workflows.config;
