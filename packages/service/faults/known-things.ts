import type { DrawnRequest } from "./drawn-request.js";
import type { Random } from "./random.js";

/** How many of a kind are remembered; a new one then replaces an old one. */
const REMEMBERED = 200;

export interface KnownChunk {
  readonly docId: string;
  readonly chunkId: string;
  readonly text_hash: string;
}

/** Things that answers have shown, so that most requests are about existing things. */
export class KnownThings {
  readonly documents: string[] = [];
  readonly users: string[] = [];
  readonly departments: string[] = [];
  readonly chunks: KnownChunk[] = [];
  readonly jobs: string[] = [];
  /** Access tokens with their users. One that is drawn is forgotten: it may be revoked. */
  readonly accessTokens: { readonly user_id: string; readonly token_id: string }[] = [];
  /** Positions in the feed. */
  readonly ruleChanges: number[] = [];
  readonly webhooks: string[] = [];
  /** Requests for the next page of a list, by operation: a cursor belongs to its sender, address and filters. */
  readonly nextPages = new Map<string, DrawnRequest[]>();
  /** The newest known version of a document's rule. */
  readonly rulesVersions = new Map<string, number>();

  constructor(
    private readonly random: Random,
    /** Users and documents that requests must not change, because others need them as they are. */
    private readonly spared: readonly string[],
  ) {}

  learn(request: DrawnRequest, headers: Readonly<Record<string, string>>, body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    const answer = body as Answers;
    // A number in the answer of readEmbeddingProgress.
    for (const document of Array.isArray(answer.documents) ? answer.documents : [])
      this.#addUnspared(this.documents, "id" in document ? document.id : document.document_id);
    for (const row of answer.items ?? []) {
      // A group is a text.
      if (typeof row === "string") continue;
      if ("webhook_id" in row) this.#add(this.webhooks, row.webhook_id);
      else if ("position" in row) {
        if (row.type === "access.changed") this.#add(this.ruleChanges, row.position);
      } else if ("chunk_id" in row)
        this.#add(this.chunks, { docId: row.doc_id, chunkId: row.chunk_id, text_hash: row.metadata.text_hash });
      else if ("display_name" in row) this.#addUnspared(this.users, row.user_id);
      else if ("title" in row && !("job_id" in row) && typeof row.document_id === "string")
        this.#addUnspared(this.documents, row.document_id);
      else if ("audience" in row && request.path.user_id !== undefined)
        this.#add(this.accessTokens, { user_id: request.path.user_id, token_id: row.token_id });
    }
    if (answer.job_id !== undefined) this.#add(this.jobs, answer.job_id);
    const version = headers.etag?.match(/^"(\d+)"$/)?.[1];
    if (version !== undefined && answer.document_id !== undefined)
      this.rulesVersions.set(answer.document_id, Number(version));
    if (typeof answer.next_cursor !== "string") return;
    const { id } = request.operation;
    const known = this.nextPages.get(id) ?? [];
    this.nextPages.set(id, known);
    this.#add(known, { ...request, query: { ...request.query, cursor: answer.next_cursor } });
  }

  #addUnspared(known: string[], id: string): void {
    if (!this.spared.includes(id)) this.#add(known, id);
  }

  #add<T>(known: T[], one: T): void {
    if (typeof one === "string" && known.includes(one)) return;
    if (known.length < REMEMBERED) known.push(one);
    else known[this.random.whole(0, REMEMBERED - 1)] = one;
  }
}

/** A row of a list. */
type Row =
  | string
  | { readonly chunk_id: string; readonly doc_id: string; readonly metadata: { readonly text_hash: string } }
  | { readonly user_id: string; readonly display_name: string }
  | { readonly document_id: string | null; readonly title: string | null }
  | { readonly webhook_id: string }
  | { readonly position: number; readonly type: string }
  | { readonly token_id: string; readonly audience: string };

interface Answers {
  readonly documents?: readonly ({ readonly document_id: string } | { readonly id: string })[];
  readonly items?: readonly Row[];
  readonly document_id?: string;
  readonly job_id?: string;
  readonly next_cursor?: string | null;
}
