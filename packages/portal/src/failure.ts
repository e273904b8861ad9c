import { ConnectionError, failureReason, RefusalError } from "@retrieval/api/client";
import type { LanguageCode } from "@retrieval/api/texts";
import type { Problem } from "@retrieval/core/problems";

/** The answer of a call that failed. Holds no secret, signature or token. */
export interface Failure {
  readonly ok: false;
  /** The service's own code (SPEC 7), or `CONNECTION_FAILED`. */
  readonly code: string;
  /** A sentence that can be shown, in the client's language. */
  readonly message: string;
  /** The same as data, a code with parameters each; empty for `CONNECTION_FAILED`. */
  readonly problems: readonly Problem[];
  /** The HTTP status; null where no answer came. */
  readonly status: number | null;
  /** For the portal's log: the problem with the connection; null where the service itself refused. */
  readonly detail: string | null;
}

export const CONNECTION_FAILED = "CONNECTION_FAILED";

/** The message of a {@link ConnectionError}, which is in English, in the other languages. */
const CONNECTION_MESSAGES: Readonly<Record<Exclude<LanguageCode, "en">, string>> = {
  ja: "文書検索サービスに接続できませんでした。しばらくしてから、もう一度お試しください。",
};

/**
 * Turns an error that the client threw into the answer of a call. SPEC 7: one generic failure for any answer that is not
 * the service's.
 */
export function failureOf(error: unknown, language: LanguageCode): Failure {
  if (error instanceof RefusalError) {
    const { code, message, problems, status } = error;
    return { ok: false, code, message, problems, status, detail: null };
  }
  const failed = error instanceof ConnectionError ? error : new ConnectionError(failureReason(error));
  const { status, detail } = failed;
  const message = language === "en" ? failed.message : CONNECTION_MESSAGES[language];
  return { ok: false, code: CONNECTION_FAILED, message, problems: [], status, detail };
}
