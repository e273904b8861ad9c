import type { JsonOf } from "@retrieval/api/client";
import { type Reader, readerFilter, readerOf } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { listDocuments, type SearchRequest, type SearchResult, type Session, search } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import type { Cursors } from "../routing/page-cursors.js";
import { reportsMismatch } from "./access-mismatch.js";

// Answers in the shapes of sections from the index of chunks, until the index of sections is wired. Deleted with it.

type Answer = Omit<JsonOf<"searchChunks">, "next_cursor">;

export async function chunksAnswer(request: SearchRequest, reader: Reader, req: Request, deps: AppDeps) {
  const { searchIndex, vocabulary } = deps;
  const onAccessMismatch = reportsMismatch(req, deps);
  const found = await search(request, reader, { index: searchIndex, vocabulary, onAccessMismatch });
  return isRefusal(found) ? found : { ...answerOf(found), cursor: found.cursor };
}

function answerOf({ results, total }: { readonly results: readonly SearchResult[]; readonly total: number }): Answer {
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
export async function listedByCatalog(
  { limit, order, ...page }: { limit: number; order: "id" | "published"; query: string; after?: string },
  user: Session["user"],
  req: Request,
  cursors: Cursors,
  { documents, audit, metrics }: AppDeps,
) {
  const newest = order === "published";
  const rows = await listDocuments({ ...page, limit: newest ? 200 : limit }, readerOf(user), {
    documents,
    onAccessMismatch: reportsMismatch(req, { metrics }),
  });
  const timed = await Promise.all(
    rows.map(async (head) => {
      const [last] = await audit.list({ document_id: head.document_id, kind: "document-published", limit: 1 });
      return { ...head, published_at: new Date(last?.at ?? 0).toISOString() };
    }),
  );
  if (newest) {
    timed.sort((a, b) => (a.published_at < b.published_at ? 1 : -1));
    return { documents: timed.slice(0, limit), next_cursor: null };
  }
  const found = cursors.pageOf(timed, limit, ({ document_id }) => document_id);
  return { documents: found.page, next_cursor: found.next_cursor };
}

export async function suggestedTitles(query: string, reader: Reader, { documents }: Pick<AppDeps, "documents">) {
  const found = await documents.listFor(readerFilter(reader), { query, limit: 8 });
  return found.map(({ document_id, title }) => ({ text: title, document_id, chunk_id: null }));
}
