import { isolate } from "../../i18n/isolate.js";
import type { AuditEntryView } from "./answers.js";
import { listInWords, sumsInWords } from "./detail-lines.js";
import type { EntryMessages } from "./entry-messages.js";
import type { Names } from "./names.js";
import { countIn, roleInWords } from "./user-lines.js";

type Details = Readonly<Record<string, unknown>>;

/** The sentence of an entry. Older entries may have fewer details: a missing number is 0. */
export function entrySentence(
  { kind, by_user, user_id, document_id, details }: AuditEntryView,
  text: EntryMessages,
  names: Names,
) {
  const given = details as Details;
  const who = by_user === null ? text.service : names.user(by_user);
  const whom = user_id === null ? text.unknownUser : names.user(user_id);
  const caller = by_user ?? user_id;
  const what = names.document(document_id ?? "");
  if ("hour" in given) return text.often(by_user === null ? text.severalUsers : who, numberIn(given.count), kind);
  switch (kind) {
    case "sign-in":
      return text.signedIn(whom);
    case "sign-in-refused":
      return text.refused(user_id === null ? null : whom, numberIn(given.count));
    case "users-imported": {
      const say = given.via === "sync" ? text.synchronised : text.imported;
      const said = say(who, numberIn(given.users), sumsInWords(given.results ?? {}, text));
      const admins = listInWords(given.new_admins, text, names.user);
      return admins === null ? said : text.newAdmins(said, admins);
    }
    case "user-changed": {
      const said = (text.user[given.result as keyof typeof text.user] ?? text.user.updated)(who, whom);
      const role = roleInWords(given, text);
      return role === null ? said : text.withRole(said, role);
    }
    case "departments-replaced":
      return text.departmentsReplaced(who, numberIn(given.departments));
    case "document-published":
      return text.published(who, what, isolate(String(given.version ?? "")));
    case "document-unchanged":
      return text.unchanged(who, what);
    case "document-deleted":
      return text.deleted(who, what);
    case "rule-changed":
      return given.before === null
        ? text.firstRuled(who, what, numberIn(given.gained))
        : text.ruled(who, what, numberIn(given.gained), numberIn(given.lost));
    case "access-explained":
      if ("documents_affected" in given)
        return text.asked.imported(who, countIn(given.user_ids), numberIn(given.documents_affected));
      if ("refused" in given)
        return (given.preview === true ? text.asked.previewRefused : text.asked.refused)(who, whom);
      if ("edit" in given) {
        const on = document_id === null ? countIn(given.document_ids) : what;
        return text.asked.ruled(who, on, numberIn(given.gained), numberIn(given.lost));
      }
      if ("documents_lost" in given)
        return text.asked.changed(who, whom, numberIn(given.documents_gained), numberIn(given.documents_lost));
      if (user_id === null) return text.asked.readers(who, what, numberIn(given.readers));
      if (document_id === null) return text.asked.documents(who, whom, numberIn(given.documents));
      return text.asked.allowed(who, whom, what, given.allowed === true);
    case "user-signed-out":
      return text.signedOut(who, whom);
    case "token-created":
      return text.token.created(who, isolate(String(given.name ?? "")));
    case "token-first-used":
      return text.token.firstUsed(who, isolate(String(given.name ?? "")));
    case "token-revoked":
      if ("tokens" in given) return text.token.allRevoked(who, numberIn(given.tokens));
      return text.token.revoked(who, by_user === user_id ? null : whom, isolate(String(given.name ?? "")));
    case "draft-saved":
      return text.draft.saved(who, what, isolate(String(given.version ?? "")));
    case "draft-read":
      return text.draft.read(who, what);
    case "draft-deleted":
      return text.draft.deleted(who, what);
    case "vocabulary-changed":
      return text.vocabularyChanged(who);
    case "question-answered":
      return NO_ANSWER.has(given.outcome) ? text.unanswered(who) : text.answered(who, what);
    case "answer-judged":
      return text.judged(who, given.good === true);
    case "audit-exported":
      return text.auditExported(who);
    case "job-cancelled":
      return document_id === null ? text.jobCancelled.import(who) : text.jobCancelled.ingest(who, what);
    case "management-refused":
      return text.managementRefused(caller === null ? null : names.user(caller), numberIn(given.count));
    default:
      // A kind that only a newer or an older service knows.
      return [kind satisfies never as string, by_user, user_id, document_id].filter(Boolean).join(" · ");
  }
}

/** Outcomes of questions without an answer. */
const NO_ANSWER: ReadonlySet<unknown> = new Set(["nearest", "nothing_found"]);

function numberIn(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
