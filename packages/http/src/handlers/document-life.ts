import type { lifeOperations } from "@retrieval/api";
import { readEnactment } from "@retrieval/core/documents";
import { NO_DOCUMENT, type Refusal, refuse } from "@retrieval/core/errors";
import type { DocumentLives } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import type { AppDeps } from "../deps.js";
import type { HandlersOf } from "../routing/handler.js";
import { NO_VERSION, numberIn } from "./versions.js";

const DONE = { status: 204 } as const;

export const lifeHandlers: HandlersOf<typeof lifeOperations, "lives" | "retentionYears"> = {
  async abolishDocument({ params, body: { replaced_by = null, ...given } }, deps, { user }) {
    const problem = problemIn({ effective_from: given.effective_on, note: given.reason });
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    const event = { event: "abolish", ...given, replaced_by } as const;
    return ended(await deps.lives.change(params.document_id, event, user.user_id), NO_DOCUMENT, deps);
  },
  async cancelAbolition({ params }, deps, { user }) {
    const refusal = await deps.lives.change(params.document_id, { event: "cancel-abolition" }, user.user_id);
    return ended(refusal, refuse("DOCUMENT_NOT_FOUND", { code: "abolition.unknown" }), deps);
  },
  async withdrawVersion({ params, body: { reason } }, deps, { user }) {
    const number = numberIn(params);
    const problem = problemIn({ note: reason });
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    if (number === null) return NO_VERSION;
    const event = { event: "withdraw", number, reason } as const;
    return ended(await deps.lives.change(params.document_id, event, user.user_id), NO_VERSION, deps);
  },
  async changeVersion({ params, body }, deps, { user }) {
    const number = numberIn(params);
    const problem = problemIn({ ...body, note: body.note ?? undefined });
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    if (number === null) return NO_VERSION;
    const event = { event: "change-version", number, ...body } as const;
    return ended(await deps.lives.change(params.document_id, event, user.user_id), NO_VERSION, deps);
  },
  async destroyDocument({ params, body: { legal_order } }, deps, { user }) {
    const problem = problemIn({ note: legal_order ?? undefined });
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    const event = { event: "destroy", legal_order, retention_years: deps.retentionYears } as const;
    return ended(await deps.lives.change(params.document_id, event, user.user_id), NO_DOCUMENT, deps);
  },
};

function problemIn(given: Parameters<typeof readEnactment>[0]): Problem | null {
  const read = readEnactment(given);
  return "code" in read ? read : null;
}

function ended(
  refusal: Awaited<ReturnType<DocumentLives["change"]>>,
  unknown: Refusal,
  { retentionYears }: Pick<AppDeps, "retentionYears">,
) {
  if (refusal === null) return DONE;
  if (refusal === "in-force") return refuse("CONFLICT", { code: "version.in_force" });
  if (refusal === "abolished") return refuse("CONFLICT", { code: "document.abolished_already" });
  if (refusal === "kept") return refuse("CONFLICT", { code: "document.kept", years: retentionYears });
  return unknown;
}
