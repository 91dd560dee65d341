package dev.conclave.workflows.config;

import java.util.Map;

/**
 * AES-GCM over payloads.
 *
 * @param keyId of the key that new payloads are written with
 * @param keys by id: {@code file:PATH} or {@code env:NAME}, each 16, 24 or 32 bytes in Base64
 */
public record EncryptionConfiguration(String keyId, Map<String, String> keys) {}
