package dev.conclave.workflows.secret;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redacts secrets with a known shape: private keys, tokens, passwords in URLs and headers. */
final class SecretShapes {
  /**
   * Tokens of code hosts, model providers, clouds, chat, mail, payment and monitoring; JSON web
   * tokens.
   */
  private static final String TOKENS =
      """
      gh[pousr]_[A-Za-z0-9]{36,255} github_pat_[A-Za-z0-9_]{22,255}
      gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|oas)-[A-Za-z0-9_.-]{20,64} npm_[A-Za-z0-9]{36}
      pypi-AgE[A-Za-z0-9_-]{50,} dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}
      ATATT3[A-Za-z0-9_=-]{50,} sk-(?:proj|svcacct|admin|ant|or)-[A-Za-z0-9_-]{20,}
      sk-[A-Za-z0-9]{32,} hf_[A-Za-z0-9]{34,} gsk_[A-Za-z0-9]{40,} xai-[A-Za-z0-9]{60,}
      r8_[A-Za-z0-9]{37} pplx-[A-Za-z0-9]{40,} (?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}
      AIza[A-Za-z0-9_-]{35} ya29\\.[A-Za-z0-9_-]{20,} GOCSPX-[A-Za-z0-9_-]{28}
      LTAI[A-Za-z0-9]{16,20} AKID[A-Za-z0-9]{28,36} do[opr]_v1_[a-f0-9]{64} dapi[a-f0-9]{32}
      hv[sb]\\.[A-Za-z0-9_-]{24,} [A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}
      pul-[a-f0-9]{40} dp\\.(?:pt|st|ct|sa)\\.[A-Za-z0-9.]{40,}
      tskey-[a-z]{3,10}-[A-Za-z0-9-]{16,} AGE-SECRET-KEY-1[0-9A-Z]{58}
      xox[abeoprs]-[A-Za-z0-9-]{10,} xapp-\\d-[A-Z0-9]{6,}-\\d{6,}-[a-z0-9]{20,}
      \\d{8,10}:AA[A-Za-z0-9_-]{33}
      [MNO][A-Za-z0-9_-]{23,25}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,38}
      SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64} (?:SK|AC)[0-9a-f]{32}
      (?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,} whsec_[A-Za-z0-9+/=]{32,}
      sq0(?:atp|csp)-[A-Za-z0-9_-]{22,} shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}
      lin_api_[A-Za-z0-9]{40} glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}
      sntrys_[A-Za-z0-9_=+/-]{40,} NRAK-[A-Z0-9]{27} PMAK-[a-f0-9]{24}-[a-f0-9]{34}
      figd_[A-Za-z0-9_-]{40} sbp_[a-f0-9]{40}
      eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{10,}
      """;

  /** The look-arounds reject words and short texts before the alternatives are tried. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<![A-Za-z0-9])(?=[A-Za-z0-9][A-Za-z0-9_.=+/:-]{14})(?:%s)(?![A-Za-z0-9])"
              .formatted(TOKENS.strip().replaceAll("\\s+", "|")));

  private static final Pattern WEBHOOK =
      Pattern.compile(
          "(https://(?:hooks\\.slack\\.com/(?:services|workflows)|"
              + "discord(?:app)?\\.com/api/webhooks|[a-z0-9.-]{1,80}\\.webhook\\.office\\.com)/)"
              + "[A-Za-z0-9_/@-]{20,}");

  /** A password within a URL, but not a variable or a mask. */
  private static final Pattern URL_PASSWORD =
      Pattern.compile(
          "(?<=://)([^\\s:@/\"'<>\\[\\]]{0,64}:)(?!\\*+@)([^\\s:@/\"'<>\\[\\]${}%()]{3,200})(?=@[A-Za-z0-9])");

  /** A word boundary would scan back over combining marks; the look-ahead is for speed. */
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "(?i)((?=[ap])(?<![A-Za-z0-9_])(?:proxy-)?authorization[\"']?\\s{0,4}[:=]\\s{0,4}[\"']?"
              + "(?:basic|bearer|token|apikey)\\s{1,4})([A-Za-z0-9+/=_.~-]{12,4096})");

  private static final Pattern BEGIN =
      Pattern.compile("-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----");
  private static final Pattern END =
      Pattern.compile("-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----");

  /** Distinguishes a key from code that only mentions the marker. */
  private static final Pattern MATERIAL = Pattern.compile("[A-Za-z0-9+/=]{24,}+");

  /** A line of a truncated key. */
  private static final Pattern LINE =
      Pattern.compile("(?:\\s|\\\\[rn]|[\"'+,>|])*+[A-Za-z0-9+/=]{16,}+");

  private static final Pattern PUTTY =
      Pattern.compile("(?m)^(Private-Lines: \\d{1,3}\\R)(?:[A-Za-z0-9+/=]{4,}+\\R?){1,200}+");

  private static final int LONGEST_KEY = 32 << 10;

  private SecretShapes() {}

  static String redact(String text) {
    String clean = keys(text);
    clean = TOKEN.matcher(clean).replaceAll(SecretFilter.redacted("token"));
    clean = replaceTail(WEBHOOK, clean, "webhook");
    clean = replaceTail(URL_PASSWORD, clean, "password");
    return replaceTail(AUTHORIZATION, clean, "authorization");
  }

  private static String replaceTail(Pattern pattern, String text, String kind) {
    return pattern
        .matcher(text)
        .replaceAll(
            match -> Matcher.quoteReplacement(match.group(1) + SecretFilter.redacted(kind)));
  }

  /** Redacts PEM and PGP blocks, whole or truncated, also escaped into one line. */
  private static String keys(String text) {
    String clean = text.contains("-----BEGIN ") ? redactBlocks(text) : text;
    return clean.contains("Private-Lines: ")
        ? PUTTY.matcher(clean).replaceAll("$1" + SecretFilter.redacted("private key") + "\n")
        : clean;
  }

  private static String redactBlocks(String text) {
    StringBuilder out = new StringBuilder(text.length());
    Matcher begin = BEGIN.matcher(text);
    Matcher end = END.matcher(text);
    // Search for the end once per marker: many markers may share an end or have none.
    int nextEnd = 0;
    int copied = 0;
    while (begin.find(copied)) {
      int start = begin.end();
      if (nextEnd < start) {
        nextEnd = end.find(start) ? end.start() : Integer.MAX_VALUE;
      }
      boolean ends = nextEnd - start <= LONGEST_KEY;
      boolean key = !ends || MATERIAL.matcher(text).region(start, nextEnd).find();
      int after = ends ? end.end() : endOfLines(text, start);
      if (key && after > start) {
        // Keep the line numbers of the following text.
        long lines = text.substring(begin.start(), after).chars().filter(c -> c == '\n').count();
        out.append(text, copied, begin.start()).append(SecretFilter.redacted("private key"));
        out.append("\n".repeat((int) lines));
      } else {
        out.append(text, copied, after);
      }
      copied = after;
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** Returns the end of the lines of a truncated key; {@code start} if there are none. */
  private static int endOfLines(String text, int start) {
    int limit = Math.min(text.length(), start + LONGEST_KEY);
    int position = start;
    Matcher line = LINE.matcher(text);
    while (line.region(position, limit).lookingAt()) {
      position = line.end();
    }
    return position;
  }
}
