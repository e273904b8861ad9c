import { appliedEdit, type RuleEdit } from "@retrieval/api/client";
import { type AccessRules, decideAccess } from "@retrieval/core";
import type { User } from "@retrieval/core/users";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { Waiting } from "../../src/api/waiting.js";
import { LanguageProvider } from "../../src/i18n/i18n.js";
import type { Language } from "../../src/i18n/language.js";
import { SessionProvider, useSessionState } from "../../src/session/session-provider.js";
import "../patience.js";

// Missing from this DOM, and needed by the lists of choices.
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

const ADMIN = { user_id: "900001", display_name: "管理 太郎", role: "admin", expires_at: "2999-01-01T00:00:00.000Z" };
const DEPARTMENTS = [
  { code: "D100", name: "経理部" },
  { code: "D200", name: "人事部" },
];
const user = (user_id: string, display_name: string, department_code: string, permission_groups: string[] = []) =>
  ({ user_id, display_name, department_code, permission_groups, role: "user", is_active: true }) as unknown as User;
const USERS = [user("100001", "佐藤 花子", "D100"), user("100002", "鈴木 一郎", "D200", ["board"])];

/** The service's sentence about a lost race. */
export const CHANGED = "The rule has changed since you read it. Reread it and try again.";

interface Version {
  readonly rules_version: number;
  readonly by_user: string | null;
  readonly before: AccessRules | null;
  readonly after: AccessRules;
}

/** The requests, in order of arrival. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** A service that answers some calls, keyed by method and path. */
export function answering(answers: Readonly<Record<string, (sent: Sent) => Response | Promise<Response>>>) {
  const sent: Sent[] = [];
  return {
    sent,
    async fetch(input: unknown, init: RequestInit = {}) {
      const call = read(input, init);
      sent.push(call);
      const name = `${call.method} ${call.path}`;
      if (name === "GET /api/session") return answer(ADMIN);
      return answers[name]?.(call) ?? refusal(404, "DOCUMENT_NOT_FOUND", `Nothing at ${name}.`);
    },
  };
}

export function refusal(status: number, code: string, message: string): Response {
  return answer({ error: { code, message } }, status);
}

function read(input: unknown, init: RequestInit): Sent {
  const { pathname, searchParams } = new URL(String(input), "https://service.example");
  return {
    method: init.method ?? "GET",
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: init.headers as Record<string, string>,
    json: init.body === undefined ? undefined : JSON.parse(String(init.body)),
  };
}

/** One document's rule as the service keeps it: every change names its base version and makes a new one. */
export class RuleService {
  readonly versions: Version[] = [];
  readonly sent: Sent[] = [];

  constructor(
    rules: AccessRules,
    private readonly departments = DEPARTMENTS,
  ) {
    this.put(rules, null);
  }

  get rules(): AccessRules {
    return (this.versions.at(-1) as Version).after;
  }

  put(after: AccessRules, by_user: string | null): void {
    const before = this.versions.at(-1)?.after ?? null;
    this.versions.push({ rules_version: this.versions.length + 1, by_user, before, after });
  }

  /** Replaces the browser's own. */
  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input), "https://service.example");
    const json = init.body === undefined ? undefined : JSON.parse(String(init.body));
    const headers = init.headers as Record<string, string>;
    const sent = {
      method: init.method ?? "GET",
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers,
      json,
    };
    this.sent.push(sent);
    return this.#answer(sent);
  };

  #answer({ method, path, query, headers, json }: Sent): Response {
    const rest = path.replace("/api/manage/documents/rules", "");
    if (method === "GET" && path.startsWith("/api/manage/users/")) {
      const user = USERS.find(({ user_id }) => path === `/api/manage/users/${user_id}`);
      return user ? answer(user) : refusal(404, "USER_NOT_FOUND", "No such user.");
    }
    switch (`${method} ${rest}`) {
      case "GET /api/session":
        return answer(ADMIN);
      case "GET /api/manage/departments":
        return answer({ items: this.departments, next_cursor: null });
      case "GET /api/manage/groups":
        return answer({ items: ["board"], next_cursor: null });
      case "GET /api/manage/users": {
        const asked = query.get("query") ?? "";
        const users = USERS.filter(({ user_id, display_name }) => `${user_id} ${display_name}`.includes(asked));
        return answer({ items: users, next_cursor: null });
      }
      case "GET /access-rules":
        return this.#state();
      case "POST /access-rules/restore": {
        const { version } = json as { version: number };
        if (headers["If-Match"] !== `"${this.versions.length}"`) return refusal(412, "PRECONDITION_FAILED", "Lost.");
        this.put((this.versions[version - 1] as Version).after, ADMIN.user_id);
        return this.#state();
      }
      case "POST /api/manage/access-rules/preview":
        return answer(this.#preview((json as { change: RuleEdit }).change));
      case "POST /api/manage/access-rules": {
        const { documents, change } = json as { documents: [{ rules_version: number }]; change: RuleEdit };
        const isLost = documents[0].rules_version !== this.versions.length;
        if (!isLost) this.put(appliedEdit(this.rules, change), ADMIN.user_id);
        const result = isLost ? { result: "failed", error: CHANGED } : { result: "changed", error: null };
        const counts = { changed: isLost ? 0 : 1, unchanged: 0, failed: isLost ? 1 : 0 };
        return answer({ ...counts, documents: [{ document_id: "rules", ...result }] });
      }
      case "GET /access-rules/history": {
        const view = this.versions.map((version) => ({
          ...version,
          at: "2026-04-01T00:00:00.000Z",
          cause: "edit",
          gained: 0,
          lost: 0,
        }));
        return answer({ items: view.reverse().slice(0, Number(query.get("limit"))), next_cursor: null });
      }
      default:
        return refusal(404, "NOT_FOUND", `Nothing at ${method} ${path}.`);
    }
  }

  #preview(edit: RuleEdit) {
    const allowed = (rules: AccessRules) => USERS.filter((user) => decideAccess(user, rules).allowed);
    const [had, has] = [allowed(this.rules), allowed(appliedEdit(this.rules, edit))];
    const without = (users: User[], others: User[]) => {
      const left = users.filter((user) => !others.includes(user)).map((user) => ({ ...user, documents: 1 }));
      return { count: left.length, users: left };
    };
    const [gained, lost] = [without(has, had), without(had, has)];
    const rules = { rules_version: this.versions.length, access_rules: this.rules };
    const document = { document_id: "rules", title: "Work Rules", ...rules, changes: true, error: null, problems: [] };
    return { gained, lost, documents: [{ ...document, gained, lost }], warnings: [] };
  }

  #state(): Response {
    const body = { document_id: "rules", title: "Work Rules", access_rules: this.rules, warnings: [] };
    return answer(body, 200, { etag: `"${this.versions.length}"` });
  }
}

/** The part of a response that the pages read. */
export function answer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  return {
    ok: status < 300,
    status,
    headers: new Headers(headers),
    json: async () => JSON.parse(text),
    text: async () => text,
  } as Response;
}

/** A page of a signed-in administrator. */
export function show(
  page: ReactNode,
  service: { readonly fetch: RuleService["fetch"] },
  language: Language = "en",
): void {
  globalThis.fetch = service.fetch as typeof fetch;
  localStorage.setItem("retrieval.language", language);
  localStorage.setItem("retrieval.session", "token");
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <LanguageProvider storage={localStorage}>
          <SessionProvider storages={{ local: localStorage, session: sessionStorage }} waiting={new Waiting()}>
            <SignedIn>{page}</SignedIn>
          </SessionProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

function SignedIn({ children }: { children: ReactNode }) {
  return useSessionState().kind === "signed-in" ? children : null;
}
