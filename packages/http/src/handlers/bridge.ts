import type { JsonOf } from "@retrieval/api/client";
import { type Reader, readerFilter } from "@retrieval/core";
import type { DocumentHead } from "@retrieval/core/documents";
import type { SearchAnswer, SearchResult } from "@retrieval/core/use-cases";
import type { AppDeps } from "../deps.js";

// Answers in the shapes of sections from the index of chunks, until the index of sections is wired. Deleted with it.

type Answer = Omit<JsonOf<"searchChunks">, "next_cursor">;

export function answerOfChunks({ results, total }: SearchAnswer): Answer {
  const counts = new Map<string, Answer["documents"][number]>();
  for (const { doc } of results) {
    const { id, title } = doc;
    counts.set(id, { id, title, sections: (counts.get(id)?.sections ?? 0) + 1, named: false });
  }
  return {
    results: results.map(resultOf),
    documents: [...counts.values()],
    widened: [],
    corrected: [],
    by: ["words"],
    total,
    total_is: "exact",
    fits: results.length > 0,
  };
}

function resultOf(result: SearchResult): Answer["results"][number] {
  const { chunk, doc, highlights, window } = result;
  const { chunk_id, text_type, display, metadata } = chunk;
  const own = metadata.section_path.at(-1);
  const { body_text, body_md } = display;
  return {
    ...result,
    fit: 1,
    section: {
      id: chunk_id.split("::").slice(0, -1).join("::"),
      type: own?.type ?? null,
      label: own?.label ?? "",
      title: own?.title ?? (body_text ?? "").slice(0, 20),
      breadcrumb: display.breadcrumb.slice(0, -1).filter((name) => name !== doc.title),
    },
    passages: [{ chunk_id, text_type, body_text, body_md, window, highlights }],
  };
}

/** With the time of the last publication, which only the audit log has. */
export function withTimes(heads: readonly DocumentHead[], { audit }: Pick<AppDeps, "audit">) {
  return Promise.all(
    heads.map(async (head) => {
      const [last] = await audit.list({ document_id: head.document_id, kind: "document-published", limit: 1 });
      return { ...head, published_at: new Date(last?.at ?? 0).toISOString() };
    }),
  );
}

export async function suggestedTitles(query: string, reader: Reader, { documents }: Pick<AppDeps, "documents">) {
  const found = await documents.listFor(readerFilter(reader), { query, limit: 8 });
  return found.map(({ document_id, title }) => ({ text: title, document_id, chunk_id: null }));
}
