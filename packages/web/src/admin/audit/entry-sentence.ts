import type { AuditEntryView } from "./answers.js";
import { sumsInWords } from "./detail-lines.js";
import type { EntryMessages } from "./entry-messages.js";

type Details = Readonly<Record<string, unknown>>;

/** One sentence of what happened. What a kind writes may have been less in the past: a number that is missing is 0. */
export function entrySentence({ kind, by_user, user_id, document_id, details }: AuditEntryView, text: EntryMessages) {
  const given = details as Details;
  const who = by_user ?? text.service;
  const whom = user_id ?? text.somebody;
  const what = document_id ?? "";
  switch (kind) {
    case "sign-in":
      return text.signedIn(whom);
    case "sign-in-refused":
      return text.refused(user_id, numberIn(given.count));
    case "users-imported":
      return (given.via === "sync" ? text.synchronised : text.imported)(
        who,
        numberIn(given.users),
        sumsInWords(given.results ?? {}, text),
      );
    case "user-changed":
      return (text.user[given.result as keyof typeof text.user] ?? text.user.updated)(who, whom);
    case "departments-replaced":
      return text.departmentsReplaced(who, numberIn(given.departments));
    case "document-published":
      return text.published(who, what, String(given.version ?? ""));
    case "document-deleted":
      return text.deleted(who, what);
    case "rule-changed":
      return given.before === null
        ? text.firstRuled(who, what, numberIn(given.gained))
        : text.ruled(who, what, numberIn(given.gained), numberIn(given.lost));
    case "access-explained":
      if (user_id === null) return text.asked.readers(who, what, numberIn(given.readers));
      if (document_id === null) return text.asked.documents(who, whom, numberIn(given.documents));
      return text.asked.allowed(who, whom, what, given.allowed === true);
    case "user-signed-out":
      return text.signedOut(who, whom);
    case "draft-saved":
      return text.draft.saved(who, what, String(given.version ?? ""));
    case "draft-read":
      return text.draft.read(who, what);
    case "draft-deleted":
      return text.draft.deleted(who, what);
    case "chunks-exported":
      return text.exported(who, document_id);
    case "embed-versions-changed":
      return text.embedded(who, what, numberIn(given.chunks), String(given.embed_version ?? ""));
    case "audit-exported":
      return text.auditExported(who);
    case "job-cancelled":
      return document_id === null ? text.jobCancelled.import(who) : text.jobCancelled.ingest(who, document_id);
    case "management-refused":
      return text.managementRefused(by_user ?? user_id, numberIn(given.count));
    default:
      // A kind that a newer service writes.
      return [kind satisfies never as string, by_user, user_id, document_id].filter(Boolean).join(" · ");
  }
}

function numberIn(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
