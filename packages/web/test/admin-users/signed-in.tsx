import { sentenceOf } from "@retrieval/api/texts";
import type { Problem } from "@retrieval/core/problems";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { Waiting } from "../../src/api/waiting.js";
import { LanguageProvider } from "../../src/i18n/i18n.js";
import { SessionProvider } from "../../src/session/session-provider.js";
import { Entrance } from "../../src/shell/entrance.js";
import "../patience.js";

// Missing from jsdom.
globalThis.CSS ??= { escape: (text: string) => text, supports: () => false } as unknown as typeof CSS;
globalThis.scrollTo = () => undefined;
Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(0);

/** A call as it was sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The service's side of a test: an answer, or a refusal by its status. */
export type Answer = (sent: Sent) => { readonly status?: number; readonly body: unknown };

const SESSION = { user_id: "000001", display_name: "大友 誠", role: "admin", expires_at: "2126-01-01T00:00:00Z" };

/** Shows pages to a signed-in administrator at an address, and returns the calls that they send. */
export function showSignedIn(
  pages: ReactNode,
  address: string,
  answer: Answer,
  language: "en" | "ja" = "en",
): readonly Sent[] {
  const sent: Sent[] = [];
  history.replaceState(null, "", address);
  localStorage.clear();
  localStorage.setItem("retrieval.session", "a-token");
  localStorage.setItem("retrieval.language", language);
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, "https://s.example");
    if (pathname === "/api/session") return response(200, SESSION);
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const call = { method: init.method ?? "GET", path: pathname, query: Object.fromEntries(searchParams), body };
    sent.push(call);
    const answered = answer(call);
    return response(answered.status ?? 200, inLanguage(answered.body, language));
  }) as unknown as typeof fetch;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <LanguageProvider storage={localStorage}>
        <SessionProvider storages={{ local: localStorage, session: sessionStorage }} waiting={new Waiting()}>
          <Entrance>{pages}</Entrance>
        </SessionProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return sent;
}

/** The sentence of a refusal, as the service makes it. */
function inLanguage(body: unknown, language: "en" | "ja") {
  const { error } = (body ?? {}) as { readonly error?: { readonly problems?: readonly Problem[] } | null };
  return error?.problems ? { error: { ...error, message: sentenceOf(error.problems, language) } } : body;
}

function response(status: number, body: unknown) {
  const text = JSON.stringify(body);
  return {
    ok: status < 300,
    status,
    headers: new Map<string, string>(),
    json: async () => JSON.parse(text),
    text: async () => text,
    blob: async () => new Blob([text]),
  };
}

export function refusal(status: number, code: string, ...problems: readonly Problem[]) {
  return { status, body: { error: { code, message: "", problems } } };
}
