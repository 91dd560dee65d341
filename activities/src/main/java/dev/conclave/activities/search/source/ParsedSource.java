package dev.conclave.activities.search.source;

import java.util.List;

/** What a light parser finds in a file. */
public record ParsedSource(
    Language language, Layers layers, List<Symbol> symbols, List<Import> imports) {}
