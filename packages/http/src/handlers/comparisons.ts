import { COMPARISON_WORDS, type comparisonOperations } from "@retrieval/api";
import { comparisonRows } from "@retrieval/api/csv";
import { readerOf } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { CSV, DOCX } from "@retrieval/core/limits";
import { compareVersions } from "@retrieval/core/use-cases";
import { comparisonDocx } from "../answers/comparison-docx.js";
import { csvAnswer } from "../answers/csv-answer.js";
import { attachment } from "../answers/file-answer.js";
import type { HandlersOf } from "../routing/handler.js";
import { reportsMismatch } from "./access-mismatch.js";

export const comparisonHandlers: HandlersOf<
  typeof comparisonOperations,
  "audit" | "compared" | "comparisons" | "metrics" | "readableLives"
> = {
  async compareVersions(
    request,
    { audit, compared, comparisons, metrics, readableLives: lives },
    { user, credential },
  ) {
    const { params, query, req } = request;
    const { document_id } = params;
    const to = query.to === undefined ? null : query.to === "draft" ? ("draft" as const) : Number(query.to);
    const mayReadDraft = user.role === "admin" && credential === "session";
    const asked = { from: query.from ?? null, to, mayReadDraft };
    const answer = await compareVersions(document_id, asked, readerOf(user), {
      ...{ lives, compared, comparisons, pause },
      onAccessMismatch: reportsMismatch(req, { metrics }),
    });
    if (isRefusal(answer)) return answer;
    const { comparison, draft_chunks } = answer;
    if (draft_chunks !== null) {
      const details = { chunks: draft_chunks };
      await audit.record([{ kind: "draft-read", by_user: user.user_id, user_id: null, document_id, details }]);
    }
    const format = query.format ?? FORMATS[req.accepts(Object.keys(FORMATS)) || "application/json"];
    if (format !== "docx" && format !== "csv") return { status: 200, body: comparison };
    const words = COMPARISON_WORDS[request.language];
    if (format === "csv") return csvAnswer("comparison", [comparisonRows(comparison, words)]);
    const name = attachment(`${document_id}-comparison`, `${comparison.to.title} ${words.title}`, ".docx");
    const headers = { "Content-Type": DOCX, "Content-Disposition": name, "Cache-Control": "private, no-store" };
    return { status: 200, bytes: await comparisonDocx(comparison, words, pause), headers };
  },
};

const pause = () => new Promise<void>(setImmediate);

/** By media type; the first is for clients that take any. */
const FORMATS: Readonly<Record<string, "json" | "docx" | "csv">> = {
  "application/json": "json",
  [DOCX]: "docx",
  [CSV]: "csv",
};
