import type { DOCUMENT_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const documents: TextsOf<keyof typeof DOCUMENT_PROBLEMS> = {
  "document.unknown": () => "No such document",
  "document_id.ill_formed": () =>
    "document_id must begin with a letter or digit and have at most 128 letters, digits, `.`, `_` or `-`",
  "document_id.impossible": () => "No document can have this document_id",
  "draft.unknown": () => "No draft of this document is waiting",
  "draft.not_kept": () => "This draft was not kept",
  "version.not_published": () => "This version was not published",
  "version.superseded": () => "a later upload of this document, or its deletion, came first; this version was not kept",
  "version.rule_outdated": () =>
    "the document's access rule was changed after this version was sent, and stays as it is; the rule that came with the version was not put in force",
  "upload.empty": () => "The body is empty; send the file as the raw body",
  "upload.not_json": () => "the body is not JSON in UTF-8",
  "upload.envelope_too_large": ({ megabytes }) => `beside its chunks, the body may have at most ${megabytes} MiB`,
  "upload.rule_not_json": () => "access_rules in the query is not JSON",
  "upload.rule_null": () => "access_rules must be an object; leave it out where no rule is meant",
  "upload.misplaced_fields": ({ fields }) =>
    `${fields.join(", ")} must not stand in the query of structured chunks; write it into the JSON body, beside chunks`,
  "change.none": () => "Nothing was changed",
  "sender.not_admin": ({ user_id }) =>
    `${user_id} is no longer an active administrator. Another administrator can send it again`,
};
