import type { DOCUMENT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const documents: TextsOf<keyof typeof DOCUMENT_PROBLEMS> = {
  "document.unknown": () => "No such document",
  "document.abolished": ({ title, effective_on, reason, replaced_by }) =>
    `${title} was abolished on ${effective_on}: ${reason.replace(/[.。]$/, "")}${replaced_by === null ? "" : `. ${replaced_by} takes its place`}`,
  "document.not_editor": ({ editors }) =>
    `Only these administrators change this document: ${editors.join(", ")}. Ask one of them`,
  "editors.none_active": ({ editors }) =>
    `None of the editors is an active administrator: ${editors.join(", ")}. Name at least one, or none to let all edit`,
  "document_id.ill_formed": () =>
    "document_id must begin with a letter or digit and have at most 128 letters, digits, `.`, `_` or `-`",
  "document_id.repeated": () => "Another file here has the same document_id; change one of them, or remove one",
  "draft.unknown": () => "This document has no draft",
  "draft.replaced": () => "Another draft has taken its place. Read that one, then try again",
  "draft.own_approval": () =>
    "You uploaded this draft (FOUR_EYES=true). Ask another administrator to approve it or to return it",
  "draft.needs_approval": () => "this version is kept as a draft until another administrator approves it",
  "draft.waits": ({ version, by_user }) =>
    `A draft of version ${version}${by_user === null ? "" : `, which ${by_user} uploaded,`} waits for another day or from another administrator (FOUR_EYES=true). Publish, return or delete it first, or save this version as the draft (publish=false)`,
  "draft.not_kept": () => "This draft was not saved",
  "version.unknown": () => "This document has no such version",
  "version.not_to_confirm": ({ number }) =>
    `No confirmation of version ${number} is asked for: it was published without notice=confirm, a later version has replaced it, or this user is not one of those who are asked`,
  "version.not_published": () => "This version was not published",
  "version.superseded": () =>
    "a later upload or a deletion of this document took effect first, so this version was not saved",
  "version.rule_outdated": () =>
    "the document's access rule was changed after this version was sent and stays in effect; the rule sent with the version was not applied",
  "version.rule_replaced": () =>
    "the access rule sent with this version replaced the document's rule; the earlier one is in the history of the rule",
  "version.effective_from_past": ({ effective_from }) =>
    `its first day, ${effective_from}, is in the past: the version is in force now`,
  "version.not_in_force": ({ effective_from, in_force_from }) =>
    `its first day, ${effective_from}, is before ${in_force_from}, the first day of what applies now: it is kept as a past version and is not in force`,
  "version.label_differs_from_date": ({ version, effective_from }) =>
    `the version is named ${version} but is in force from ${effective_from}. Correct effective_from if the day is wrong`,
  "version.confirm_by_past": () => "confirm_by is over; give today or a later day",
  "version.revives": ({ effective_from, abolished_on }) =>
    `the document was to end on ${abolished_on}: this version puts it in force again from ${effective_from}`,
  "document.ended": ({ effective_on }) =>
    `the document was abolished on ${effective_on}; to put it in force again, give effective_from`,
  "version.confirm_by_alone": () => "confirm_by needs notice=confirm; send both, or omit confirm_by",
  "version.in_force": () =>
    "This version is in force. Publish its successor or abolish the document first; then try again",
  "version.none_in_force": () =>
    "With this day, the document would have no version in force today. Publish another version or abolish the document first",
  "document.was_in_force": () =>
    "This document was in force, so it is kept. Abolish it instead (POST …/abolish): readers no longer see it, and its versions stay",
  "document.kept": ({ years }) =>
    `This document is in force or to come, or ceased less than ${years} years ago (RETENTION_YEARS). Abolish it and wait, or send the order of an authority as legal_order`,
  "abolition.successor_unknown": () => "replaced_by must be the document_id of another published document, or null",
  "abolition.too_early": ({ first }) =>
    `What applies now has applied since ${first}: effective_on must be that day or a later one`,
  "abolition.unknown": () => "No planned abolition of this document",
  "upload.empty": () => "The body is empty; send the file as the raw body",
  "upload.envelope_too_large": ({ megabytes }) => `without its chunks, the body may have at most ${megabytes} MiB`,
  "upload.rule_not_json": () => "access_rules in the query must be JSON",
  "upload.editors_not_json": () => `editors in the query must be a JSON array of user_ids: ["100001"]`,
  "upload.rule_null": () => "access_rules must be an object; omit it to send no rule",
  "upload.misplaced_fields": ({ fields }) =>
    `${fields.join(", ")} must not be in the query of structured chunks; put it into the JSON body, beside chunks`,
  "upload.no_original": () => "structured chunks have no file to keep: omit original",
  "original.shows_edits": () =>
    "readers can download the original file, and it has comments, tracked changes or hidden parts that they can read there",
  "change.none": () => "Nothing was changed",
  "sender.not_admin": ({ user_id }) =>
    `${user_id} is no longer an active administrator. Another administrator can send it again`,
};
