import { type ChunkChanges, compareChunks } from "@retrieval/core/chunks";
import {
  type DocumentEvent,
  firstEnd,
  type HeldDraft,
  inForce,
  openEnd,
  type PublicationPlan,
  type PublicationRefusal,
  type PublishedRevision,
  planPublication,
  type SenderRefusal,
} from "@retrieval/core/documents";
import { ChangeRefusedError, SenderNotAdminError, SenderRefusedError } from "@retrieval/core/errors";
import type { MakeVectors, Publication, PublishedPlace } from "@retrieval/core/ports";
import { TERMS_VERSION } from "@retrieval/core/search";
import { sql, type Transaction } from "kysely";
import { addVectors, dropPastVectors } from "../search/term-vectors.js";
import type { Schema } from "../sql/schema.js";
import { requireAdmin } from "../users/sender.js";
import { type HeldDocument, holdDay, holdDocument, unknownDocument } from "./document-row.js";
import { hasContent } from "./has-content.js";
import { addRevision, contentOf, type HashedChunk, hashesOf, type RevisionContent } from "./revisions.js";
import { writePlan } from "./write-publication.js";

/** What an event that shows or keeps chunks needs. */
interface EventContent {
  /** The version that the event brings; null: the event is about the waiting draft. */
  readonly version: RevisionContent | null;
  readonly makeVectors: MakeVectors;
  readonly four_eyes: boolean;
}

/** The document before the event, with the plan that was written or the reason why nothing was. */
type DocumentChange =
  | { readonly held: HeldDocument; readonly refusal: Exclude<PublicationRefusal, SenderRefusal> }
  | WrittenChange;

interface WrittenChange {
  readonly held: HeldDocument;
  readonly refusal: null;
  readonly plan: PublicationPlan;
  readonly changes: ChunkChanges;
}

export function publicationOf({
  held,
  plan: { unchanged, rule_outdated, cause, publishes, shows, waits },
  changes,
}: WrittenChange): Publication {
  const rule_replaced = held.versions.length > 0 && cause === "upload";
  const published = publishes && placeOf(held, publishes, shows);
  return { changes, unchanged, rule_outdated, rule_replaced, needs_approval: waits === "incoming", published };
}

function placeOf(
  held: HeldDocument,
  { number, version, effective_from }: PublishedRevision,
  shows: number | null,
): PublishedPlace {
  const { day, versions } = held;
  const end = openEnd(held, day);
  const later = effective_from > day ? "coming" : "past";
  const shown = versions.find((other) => other.number === shows);
  return {
    ...{ number, version, effective_from, day },
    standing: shows === number ? "in_force" : later,
    in_force_from: shown?.effective_from ?? held.abolitions.at(-1)?.effective_on ?? null,
    abolished_on: end !== null && effective_from >= end.effective_on ? end.effective_on : null,
  };
}

/**
 * Holds a document, plans the event, writes the plan and checks the sender. Every change of a document's versions and
 * rule goes through here, so no change can be written without the check.
 *
 * @param content null: the event brings and shows no chunks
 * @throws ChangeRefusedError
 */
export async function changeDocument(
  trx: Transaction<Schema>,
  document_id: string,
  event: DocumentEvent,
  content: EventContent | null,
): Promise<DocumentChange> {
  const { by_user } = event;
  await holdDay(trx);
  const version = content?.version ?? null;
  // The row of a document without a version records that it was deleted before its first version came.
  const isDeletedEarly = event.event === "delete" && event.upload_waiting;
  const first = version ?? (isDeletedEarly ? unknownDocument(document_id) : null);
  const held = await holdDocument(trx, document_id, by_user, first);
  // What the version follows on its day.
  const dated = "effective_from" in event ? event.effective_from : undefined;
  const from = (version === null ? (dated ?? held.draft?.effective_from) : dated) ?? held.day;
  const follows = inForce(held, from)?.revision_id ?? null;
  const has_content = event.event === "publish" && version !== null && (await hasContent(trx, follows, version));
  const isUpload = event.event === "publish" || event.event === "save-draft";
  const draft_has_content = isUpload && version !== null && (await hasContent(trx, held.draft_id, version));
  const four_eyes = content?.four_eyes ?? false;
  const plan = planPublication({ ...held, has_content, draft_has_content, four_eyes }, event);
  // Refused before the work; `requireAdmin` sees a demotion during the work.
  if (plan === "sender-not-admin") throw new SenderNotAdminError(by_user as string);
  if (plan === "not-editor") {
    throw new SenderRefusedError(by_user as string, { code: "document.not_editor", editors: held.active_editors });
  }
  if (plan === "ended") {
    const effective_on = held.abolitions.at(-1)?.effective_on as string;
    throw new ChangeRefusedError("CONFLICT", { code: "document.ended", effective_on });
  }
  if (plan === "draft-waits") {
    const { version: waiting = "", by_user: uploader = null } = held.draft ?? {};
    throw new ChangeRefusedError("CONFLICT", { code: "draft.waits", version: waiting, by_user: uploader });
  }
  if (plan === "too-early") {
    throw new ChangeRefusedError("CONFLICT", { code: "abolition.too_early", first: firstEnd(held) });
  }
  if (plan === "confirm-by-past") throw new ChangeRefusedError("INVALID_REQUEST", { code: "version.confirm_by_past" });
  if (plan === "draft-replaced") throw new ChangeRefusedError("PRECONDITION_FAILED", { code: "draft.replaced" });
  if (plan === "confirm-by-alone") {
    throw new ChangeRefusedError("INVALID_REQUEST", { code: "version.confirm_by_alone" });
  }
  if (plan === "own-approval") throw new SenderRefusedError(by_user as string, { code: "draft.own_approval" });
  if (typeof plan === "string") return { held, refusal: plan };
  await requireActiveEditor(trx, plan.fields?.editors ?? plan.draft_fields?.editors ?? []);
  const incoming = version && !plan.unchanged ? await addRevision(trx, version, plan) : null;
  const { publishes } = plan;
  const chunks = version?.chunks ?? (publishes ? (await contentOf(trx, held.draft_id as string)).chunks : []);
  const changes = content === null ? NO_CHANGES : await compareWith(trx, follows, chunks);
  await writePlan(trx, held, plan, { by_user, incoming, changes });
  const published = publishes && { draft: held.draft_id, incoming }[publishes.revision];
  if (content !== null && published !== null) {
    const { title } = version ?? (held.draft as HeldDraft);
    await addVectors(trx, published, TERMS_VERSION, await content.makeVectors(title, chunks));
  }
  await dropPastVectors(trx, document_id);
  await requireAdmin(trx, by_user);
  return { held, refusal: null, plan, changes };
}

/** @throws ChangeRefusedError if there are editors, and none is an active administrator */
async function requireActiveEditor(trx: Transaction<Schema>, editors: readonly string[]): Promise<void> {
  if (editors.length === 0) return;
  const active = trx.selectFrom("users").select("user_id").where("role", "=", "admin").where("is_active", "=", true);
  const found = await active.where(sql<boolean>`user_id = ANY(${[...editors]}::text[])`).executeTakeFirst();
  if (found === undefined) throw new ChangeRefusedError("INVALID_REQUEST", { code: "editors.none_active", editors });
}

const NO_CHANGES: ChunkChanges = { unchanged: 0, changed: 0, added: 0, removed: 0 };

/** How chunks differ from those of a revision; null has none. */
export async function compareWith(
  trx: Transaction<Schema>,
  revision_id: string | null,
  chunks: readonly HashedChunk[],
): Promise<ChunkChanges> {
  const published = await hashesOf(trx, revision_id);
  return compareChunks(new Map(published.map(({ chunk_id, metadata }) => [chunk_id, metadata.text_hash])), chunks);
}
