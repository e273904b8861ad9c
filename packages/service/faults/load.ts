import { setTimeout as sleep } from "node:timers/promises";
import { signedRequest } from "../test/harness.js";
import type { Acknowledged } from "./acknowledged.js";
import type { Random } from "./random.js";
import { RuleWatch } from "./rule-watch.js";
import type { WatchedCalls } from "./watched-calls.js";

export const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者", RATE_LIMIT_READS: "1000000" };
/** May read open documents, and none that a rule denies. */
export const READER = "reader-1";

const USERS_AT_ONCE = 20;
const USERS_IN_FILE = 300;
const CHUNKS = 12;
/** The pause after a refusal, in milliseconds, as real clients make it. */
const PAUSE_AFTER_FAILURE = 100;

interface LoadDeps {
  readonly calls: WatchedCalls;
  readonly acknowledged: Acknowledged;
  /** Session tokens; they stay valid while the service and its database restart. */
  readonly tokens: { readonly admin: string; readonly reader: string };
  readonly random: Random;
  /** Whether to import files of users too, which are jobs. */
  readonly files?: boolean;
  /** The pause of each client after a call, in milliseconds; 5 to 35 by default. */
  readonly pause?: readonly [from: number, to: number];
  /** After this many names of users the first ones come again, so that the service stops growing; unlimited by default. */
  readonly names?: number;
}

/** Simulates users who sign in, search, ask, import, change rules and upload, each with one call after the other. */
export class Load {
  readonly watch = new RuleWatch();
  #running = false;
  #clients: Promise<void>[] = [];
  /** Each name is unique, so that each write can be identified. */
  #next = 0;

  constructor(private readonly deps: LoadDeps) {}

  /** Creates the documents that the others need. Runs before any fault. */
  async prepare(): Promise<void> {
    const reader = { display_name: "読む人" };
    await this.#mustDo("PUT", `/api/manage/users/${READER}`, reader);
    for (const document_id of ["open-1", "now-and-then", "never"]) {
      const allow_all = document_id === "open-1";
      const path = `/api/manage/documents/${document_id}?wait=true`;
      await this.#mustDo("PUT", path, aDocument(document_id, "v0", rule({ allow_all, group: `${document_id}-v0` })));
    }
    this.watch.settled("forbidden");
  }

  start(): void {
    const { calls, pause: [from, to] = [5, 35] } = this.deps;
    this.#running = true;
    const ways = [
      () => this.#signIn(),
      () => this.#importUserFile(),
      () => this.#synchronise(),
      () => this.#changeRule(`open-1`),
      () => this.#openAndClose(),
      () => this.#read(),
      () => this.#read(),
      () => this.#ask(),
      () => this.#upload("waited-for", true),
      () => this.#upload("left-alone", false),
      ...(this.deps.files ? [() => this.#importFile()] : []),
    ];
    this.#clients = ways.map(async (way) => {
      while (this.#running) {
        const failures = calls.failures;
        await way();
        await sleep(calls.failures > failures ? PAUSE_AFTER_FAILURE : this.deps.random.whole(from, to));
      }
    });
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#clients);
  }

  async #mustDo(method: string, path: string, body: object): Promise<void> {
    const { status, body: answer } = await this.#asAdmin(method, path, body);
    if (status > 201) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  }

  #asAdmin(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const { calls, tokens } = this.deps;
    return calls.call(method, path, { token: tokens.admin, body, ...(headers ? { headers } : {}) });
  }

  async #signIn(): Promise<void> {
    const body = signedRequest(READER, Math.floor(Date.now() / 1000));
    await this.deps.calls.call("POST", "/api/auth/sso-token", { body });
  }

  async #importUserFile(): Promise<void> {
    const { name, display_name } = this.#aName("bulk");
    const users = Array.from({ length: USERS_AT_ONCE }, (_, i) => ({ user_id: `${name}-${i}`, display_name }));
    const { status, body } = await this.#asAdmin("POST", "/api/manage/users/bulk", { users, update_existing: true });
    if (status !== 200) return;
    if (body.created + body.updated !== USERS_AT_ONCE) this.deps.calls.broken.push(`${name}: ${JSON.stringify(body)}`);
    for (const { user_id } of users) this.deps.acknowledged.user(user_id, display_name);
  }

  async #synchronise(): Promise<void> {
    const { name: user_id, display_name } = this.#aName("record");
    const { status } = await this.#asAdmin("PUT", `/api/manage/users/${user_id}`, { display_name });
    if (status === 200 || status === 201) this.deps.acknowledged.user(user_id, display_name);
  }

  #aName(kind: string) {
    const n = this.#next++;
    return { name: `${kind}-${n % (this.deps.names ?? Number.POSITIVE_INFINITY)}`, display_name: `${kind} ${n}` };
  }

  async #importFile(): Promise<void> {
    const { name, display_name } = this.#aName("file");
    const rows = Array.from({ length: USERS_IN_FILE }, (_, i) => `${name}-${i},${display_name}`);
    const csv = ["社員番号,氏名", ...rows].join("\r\n");
    const headers = { "Content-Type": "text/csv", "If-Match": "*" };
    const { status } = await this.#asAdmin("POST", "/api/manage/imports?update=true", csv, headers);
    if (status !== 200) return;
    for (let i = 0; i < USERS_IN_FILE; i += 1) this.deps.acknowledged.user(`${name}-${i}`, display_name);
  }

  async #changeRule(document_id: string): Promise<void> {
    const group = `group-${this.#next++}`;
    const { status } = await this.#putRule(document_id, rule({ allow_all: true, group }));
    if (status === 200) this.deps.acknowledged.rule(document_id, group);
  }

  async #openAndClose(): Promise<void> {
    const group = `group-${this.#next++}`;
    const opens = this.deps.random.chance(0.5);
    this.watch.changing();
    const { status } = await this.#putRule("now-and-then", rule({ group, users: opens ? [READER] : [] }));
    if (status !== 200) return;
    this.watch.settled(opens ? "allowed" : "forbidden");
    this.deps.acknowledged.rule("now-and-then", group);
    await sleep(100);
  }

  #putRule(document_id: string, rules: object) {
    return this.#asAdmin("PUT", `/api/manage/documents/${document_id}/access-rules`, rules, { "If-Match": "*" });
  }

  async #read(): Promise<void> {
    const { calls, tokens } = this.deps;
    const token = tokens.reader;
    const before = this.watch.now;
    const search = { query: "通勤手当", limit: 50 };
    const found = await calls.call("POST", "/api/search", { token, body: search });
    if (found.status === 200) {
      const seen = new Set<string>(found.body.results.map(({ doc }: { doc: { id: string } }) => doc.id));
      this.watch.judge(before, seen.has("now-and-then"), "search");
      if (seen.has("never")) this.watch.broken.push("search showed a forbidden document");
      if (!seen.has("open-1")) this.watch.broken.push("search did not show an open document");
    }
    for (const docId of ["now-and-then", "never"]) {
      const then = this.watch.now;
      const body = { chunkId: `${docId}::paragraph-1`, docId };
      const { status } = await calls.call("POST", "/api/reference", { token, body, or: 404 });
      if (docId === "never" && status === 200) this.watch.broken.push("reference showed a forbidden document");
      if (docId === "now-and-then" && (status === 200 || status === 404))
        this.watch.judge(then, status === 200, "reference");
    }
  }

  async #ask(): Promise<void> {
    const { calls, tokens } = this.deps;
    const before = this.watch.now;
    const body = { question: "通勤手当は支給されますか" };
    const headers = { Accept: "application/json" };
    const { status, body: answer } = await calls.call("POST", "/api/answer", { token: tokens.reader, body, headers });
    if (status !== 200) return;
    const quoted = new Set<string>(answer.sources.map(({ doc }: { doc: { id: string } }) => doc.id));
    if (quoted.has("never")) this.watch.broken.push("an answer quoted a forbidden document");
    // The best documents are quoted, and not every one that the reader may read.
    if (quoted.has("now-and-then")) this.watch.judge(before, true, "answer");
  }

  async #upload(document_id: string, wait: boolean): Promise<void> {
    const version = `v${this.#next++}`;
    const path = `/api/manage/documents/${document_id}${wait ? "?wait=true" : ""}`;
    const { status, body } = await this.#asAdmin("PUT", path, aDocument(document_id, version));
    if (status === 200 && body.state !== "done") this.deps.calls.broken.push(`${path}: ${JSON.stringify(body)}`);
    if (status === 200 || status === 202) this.deps.acknowledged.upload({ document_id, version, job_id: body.job_id });
    if (!wait) await sleep(150);
  }
}

function rule({ allow_all = false, group, users = [] }: { allow_all?: boolean; group: string; users?: string[] }) {
  return { allow_all, allowed_department_codes: [], allowed_groups: [group], allowed_users: users };
}

/** Every chunk names its version. */
export function aDocument(document_id: string, version: string, access_rules?: object) {
  const chunks = Array.from({ length: CHUNKS }, (_, i) => ({
    text_type: "paragraph",
    content: `通勤手当を支給する。${document_id} ${version} の第${i + 1}項`,
  }));
  return { title: document_id, version, ...(access_rules ? { access_rules } : {}), chunks };
}
