import { audienceOf } from "../access/audience.js";
import { problemsWithEmbedVersion } from "../chunks/embed-version.js";
import { embeddingText } from "../chunks/embedding-text.js";
import type { TextType } from "../chunks/structured-chunk.js";
import { NO_DOCUMENT, Refusal } from "../errors.js";
import type { ChunkStore, ExportPosition } from "../ports/chunk-store.js";
import type { DocumentCatalog } from "../ports/document-catalog.js";

/** The fields of a chunk that another engine needs: the text to embed, and the audience that may find it. */
export interface ExportedLine {
  readonly chunk_id: string;
  readonly doc_id: string;
  readonly doc_title: string;
  readonly version: string;
  readonly text_type: TextType;
  /** {@link embeddingText} */
  readonly text: string;
  readonly text_hash: string;
  readonly embed_version: string | null;
  /** {@link audienceOf} its document's rule: a reader may see the chunk if their principals share an element with it. */
  readonly audience: readonly string[];
}

interface ExportRequest {
  /** Only this document. */
  readonly document_id?: string;
  /** Only chunks whose embed_version is not this one. */
  readonly stale?: string;
}

interface ExportDeps {
  readonly chunks: Pick<ChunkStore, "exportPage">;
  readonly documents: Pick<DocumentCatalog, "find">;
}

/** How many chunks one statement reads; the store returns fewer if they are long. */
const PAGE = 500;

/**
 * Exports all published chunks, documents in code-point order and chunks in reading order, with one page in memory at a
 * time. Each page is one state of the database: no chunk leaves with a rule that was replaced before its page was read.
 */
export async function exportChunks(
  request: ExportRequest,
  deps: ExportDeps,
): Promise<AsyncGenerator<ExportedLine> | Refusal> {
  const { document_id, stale } = request;
  const problems = stale === undefined ? [] : problemsWithEmbedVersion("stale", stale);
  if (problems.length > 0) return new Refusal("INVALID_REQUEST", problems);
  if (document_id !== undefined && (await deps.documents.find(document_id)) === null) return NO_DOCUMENT;
  return linesOf(request, deps.chunks);
}

async function* linesOf(request: ExportRequest, chunks: ExportDeps["chunks"]): AsyncGenerator<ExportedLine> {
  for (let after: ExportPosition | null = null; ; ) {
    const page = await chunks.exportPage({ ...request, limit: PAGE, after });
    for (const { document, access_rules, chunks } of page.documents) {
      const audience = audienceOf(access_rules);
      for (const chunk of chunks) {
        const { text_hash, embed_version } = chunk.metadata;
        yield {
          chunk_id: chunk.chunk_id,
          doc_id: document.document_id,
          doc_title: document.title,
          version: document.version,
          text_type: chunk.text_type,
          text: embeddingText(chunk),
          text_hash,
          embed_version,
          audience,
        };
      }
    }
    if (page.next === null) return;
    after = page.next;
  }
}
