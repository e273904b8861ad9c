import type { ServiceProcess } from "../test/process/service-process.js";
import { DocumentWatch, type Findable } from "./document-watch.js";
import { ask, statusCounts } from "./instances.js";
import type { Random } from "./random.js";

export const READER = "reader-1";
const WORD = "通勤手当";
const EVERYONE = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
const NO_READER = { ...EVERYONE, allow_all: false };

interface Hit {
  readonly doc: { readonly id: string };
}

interface Deps {
  /** The instance for the next call. */
  readonly instance: () => ServiceProcess;
  readonly tokens: { readonly admin: string; readonly reader: string };
  readonly random: Random;
}

/** Changes documents and searches for them, and checks each answer against the rule and the version of its moment. */
export class WatchedSearch {
  /** A line for each wrong answer. */
  readonly broken: string[] = [];
  readonly #answers: { readonly status: number }[] = [];
  readonly #versions = new Map<string, number>();
  readonly #open = new Map<string, boolean>();
  /** Documents whose last change had no clear answer; the next publication clears that. */
  readonly #unclear = new Set<string>();
  judged = 0;
  changed = 0;
  /** Documents that an answer lacked: texts follow the directory (docs/decisions/0042). */
  late = 0;

  constructor(
    private readonly deps: Deps,
    readonly watches = Array.from({ length: 6 }, (_, n) => new DocumentWatch(`watched-${n}`)),
  ) {}

  /** Publishes every document, for everyone. */
  async prepare(): Promise<void> {
    for (const watch of this.watches) await this.publish(watch);
  }

  /** Publishes the next version, with the rule that it has. A deleted document begins open. */
  publish(watch: DocumentWatch, instance = this.deps.instance()): Promise<void> {
    const { document_id } = watch;
    return this.#change(instance, watch, "PUT", "?wait=true", () => {
      const version = (this.#versions.get(document_id) ?? 0) + 1;
      this.#versions.set(document_id, version);
      if (!this.#open.has(document_id)) this.#open.set(document_id, true);
      const content = `${WORD}を支給する。${textOf(document_id, version)}`;
      // The rule too, in case an earlier change of it had no clear answer.
      const access_rules = this.#open.get(document_id) ? EVERYONE : NO_READER;
      return {
        title: document_id,
        version: String(version),
        access_rules,
        chunks: [{ text_type: "paragraph", content }],
      };
    });
  }

  /** Opens the document to everyone, or closes it to the reader. */
  setRule(watch: DocumentWatch, isOpen: boolean, instance = this.deps.instance()): Promise<void> {
    return this.#change(instance, watch, "PUT", "/access-rules", () => {
      this.#open.set(watch.document_id, isOpen);
      return isOpen ? EVERYONE : NO_READER;
    });
  }

  remove(watch: DocumentWatch, instance = this.deps.instance()): Promise<void> {
    return this.#change(instance, watch, "DELETE", "", () => {
      this.#open.delete(watch.document_id);
      return undefined;
    });
  }

  /** Any of these changes. */
  async changeAny(watch: DocumentWatch, instance = this.deps.instance()): Promise<void> {
    const { random } = this.deps;
    const draw = random.next();
    if (this.#unclear.has(watch.document_id) || !this.#open.has(watch.document_id) || draw < 0.4)
      await this.publish(watch, instance);
    else if (draw < 0.9) await this.setRule(watch, !this.#open.get(watch.document_id), instance);
    else await this.remove(watch, instance);
  }

  /** One search by the reader, with every document judged. @returns whether it was answered, with every text */
  async search(instance = this.deps.instance()): Promise<boolean> {
    const lateBefore = this.late;
    const before = this.watches.map(({ now }) => now);
    const body = { query: WORD, limit: 50 };
    const answer = await ask<{ results: Hit[] }>(instance, this.deps.tokens.reader, "POST", "/api/search", body);
    this.#answers.push(answer);
    if (answer.status === 200) {
      this.watches.forEach((watch, i) => {
        const wrong = watch.judge(before[i] as DocumentWatch["now"], versionIn(answer.body.results, watch.document_id));
        if (wrong !== null) this.judged += 1;
        if (wrong === "late") this.late += 1;
        else if (wrong !== null && wrong !== "right") this.broken.push(wrong);
      });
    } else if (answer.status !== 503 || !(Number(answer.headers.get("retry-after")) > 0)) {
      this.broken.push(`search: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.status === 200 && this.late === lateBefore;
  }

  toString(): string {
    return `${this.changed} changes, searches ${statusCounts(this.#answers)}, ${this.judged} documents judged, ${this.late} late`;
  }

  #change(
    instance: ServiceProcess,
    watch: DocumentWatch,
    method: string,
    path: string,
    body: () => object | undefined,
  ): Promise<void> {
    return watch.change(async () => {
      const { document_id } = watch;
      const address = `/api/manage/documents/${document_id}${path}`;
      const headers: Record<string, string> = path === "/access-rules" ? { "If-Match": "*" } : {};
      const answer = await ask(instance, this.deps.tokens.admin, method, address, body(), headers);
      this.changed += 1;
      const isPublication = path.startsWith("?");
      const isClear = isPublication ? answer.status === 200 && answer.body.state === "done" : answer.status < 400;
      if (!isClear) this.#unclear.add(document_id);
      else if (isPublication) this.#unclear.delete(document_id);
      return this.#unclear.has(document_id) ? null : this.#findable(document_id);
    });
  }

  #findable(document_id: string): Findable {
    if (!this.#open.get(document_id)) return { version: null };
    return { version: textOf(document_id, this.#versions.get(document_id) ?? 0) };
  }
}

/** The text that one version of one document has, and no other. */
const textOf = (document_id: string, version: number) => `${document_id} v${version}.`;

function versionIn(hits: readonly Hit[], document_id: string): string | null {
  const hit = hits.find(({ doc }) => doc.id === document_id);
  return hit === undefined
    ? null
    : (JSON.stringify(hit).match(new RegExp(`${document_id} v\\d+\\.`))?.[0] ?? "no text");
}

/** Creates the reader. */
export async function makeReader(instance: ServiceProcess, admin: string): Promise<string> {
  const { status } = await ask(instance, admin, "PUT", `/api/manage/users/${READER}`, { display_name: "読む人" });
  if (status > 201) throw new Error(`no reader: ${status}`);
  return instance.signIn(READER);
}
