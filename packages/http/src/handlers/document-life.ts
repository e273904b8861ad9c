import type { lifeOperations } from "@retrieval/api";
import { problemWithReason, readEnactment } from "@retrieval/core/documents";
import { NO_DOCUMENT, type Refusal, refuse } from "@retrieval/core/errors";
import { problemWithDay } from "@retrieval/core/limits";
import type { AuditDetails, DocumentLives } from "@retrieval/core/ports";
import type { AppDeps } from "../deps.js";
import type { HandlersOf } from "../routing/handler.js";
import { wholeList } from "../routing/page-cursors.js";
import { NO_VERSION, numberIn } from "./versions.js";

const DONE = { status: 204 } as const;

export const lifeHandlers: HandlersOf<typeof lifeOperations, "audit" | "lives" | "retentionYears"> = {
  async abolishDocument({ params, body: { replaced_by = null, ...given } }, deps, { user }) {
    const problem = problemWithDay("effective_on", given.effective_on) ?? problemWithReason("reason", given.reason);
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
    const problem = problemWithReason("reason", reason);
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    if (number === null) return NO_VERSION;
    const event = { event: "withdraw", number, reason } as const;
    return ended(await deps.lives.change(params.document_id, event, user.user_id), NO_VERSION, deps);
  },
  async changeVersion({ params, body }, deps, { user }) {
    const number = numberIn(params);
    const { effective_from, note } = body;
    const read = readEnactment({ effective_from, note: note ?? undefined });
    if ("code" in read) return refuse("INVALID_REQUEST", read);
    if (number === null) return NO_VERSION;
    const event = { event: "change-version", number, ...body } as const;
    return ended(await deps.lives.change(params.document_id, event, user.user_id), NO_VERSION, deps);
  },
  async destroyDocument({ params, body: { legal_order, version: number = null } }, deps, { user }) {
    const problem = legal_order === null ? null : problemWithReason("legal_order", legal_order);
    if (problem !== null) return refuse("INVALID_REQUEST", problem);
    const event = { event: "destroy", number, legal_order, retention_years: deps.retentionYears } as const;
    const { document_id } = params;
    const refusal = await deps.lives.change(document_id, event, user.user_id);
    if (refusal !== null) return refused(refusal, number === null ? NO_DOCUMENT : NO_VERSION, deps);
    const entries = await deps.audit.list({ document_id, kind: "document-destroyed", limit: DESTROYED_MAX });
    const destroyed = entries.map(({ details }) => details as AuditDetails<"document-destroyed">);
    return { status: 200, body: wholeList(destroyed.map(({ number, text_sha256 }) => ({ number, text_sha256 }))) };
  },
};

/** How many destroyed versions an answer names; the audit log has all. */
const DESTROYED_MAX = 1_000;

type Deps = Pick<AppDeps, "retentionYears">;
type Ended = Awaited<ReturnType<DocumentLives["change"]>>;

const ended = (refusal: Ended, unknown: Refusal, deps: Deps) =>
  refusal === null ? DONE : refused(refusal, unknown, deps);

function refused(refusal: NonNullable<Ended>, unknown: Refusal, { retentionYears }: Deps): Refusal {
  if (refusal === "in-force") return refuse("CONFLICT", { code: "version.in_force" });
  if (refusal === "none-in-force") return refuse("CONFLICT", { code: "version.none_in_force" });
  if (refusal === "successor-unknown") return refuse("INVALID_REQUEST", { code: "abolition.successor_unknown" });
  if (refusal === "kept") return refuse("CONFLICT", { code: "document.kept", years: retentionYears });
  return unknown;
}
