import type { DetailValues } from "@retrieval/core/ports";
import { type EntryTexts, listText, type ResultTexts, wordOf } from "../entries.js";
import { isolate } from "../isolate.js";

const number = (n: number) => n.toLocaleString("en");
const users = (n: number) => (n === 1 ? "1 user" : `${number(n)} users`);
const documents = (n: number) => (n === 1 ? "1 document" : `${number(n)} documents`);
const refused = (what: string, n: number, caller: string | null) =>
  `${n === 1 ? `A ${what}` : `${number(n)} ${what}s`}${caller === null ? "" : ` of ${caller}`} ${n === 1 ? "was" : "were"} refused`;
const often = (who: string, n: number, kind: string) => `${who}: ${number(n)} more in one hour (${kind})`;

const RESULTS: ResultTexts = {
  created: "added",
  updated: "changed",
  unchanged: "unchanged",
  reactivated: "reactivated",
  deactivated: "deactivated",
  skipped: "skipped",
  error: "refused",
};
const sums = (counts: DetailValues["counts"]) =>
  Object.entries(counts)
    .flatMap(([word, n]) => (n > 0 ? `${number(n)} ${wordOf(RESULTS, word)}` : []))
    .join(", ") || "–";
const list = (given: DetailValues["list"], item: (id: string) => string) =>
  listText(given, item, ", ", (listed, n) => `${listed}, and ${number(n)} more`);

const CHANGES = { created: "added", updated: "changed", reactivated: "reactivated", deactivated: "deactivated" };
const ROLES = { user: "User", developer: "Developer", admin: "Administrator" };

const WEBHOOK = {
  created: "created",
  changed: "changed",
  enabled: "enabled",
  disabled: "disabled",
  secret_rotated: "made a new secret for",
  deleted: "deleted",
} as const;
const WEBHOOK_END = { gone: ": it answered 410", failing: ": it failed for five days" } as const;

export const entries: EntryTexts = {
  "sign-in": (_, { whom }) => `${whom} signed in`,
  "sign-in-refused": ({ count }, { caller }) => refused("sign-in", count, caller),
  "users-imported": ({ via, users: n, results, new_admins }, { who, user }) => {
    const how = via === "sync" ? `synchronised ${users(n)} with a file` : `imported ${users(n)}`;
    return `${who} ${how}: ${sums(results)}${new_admins ? `. New administrators: ${list(new_admins, user)}` : ""}`;
  },
  "user-changed": ({ result, before, after }, { who, whom }) => {
    if (result === "unchanged" || result === "skipped")
      return `${who} asked for a change of ${whom} that changed nothing`;
    const role =
      !after || after.role === (before?.role ?? "user")
        ? ""
        : `. Role: ${before ? `${wordOf(ROLES, before.role)} → ` : ""}${wordOf(ROLES, after.role)}`;
    return `${who} ${CHANGES[result]} ${whom}${role}`;
  },
  "user-signed-out": (_, { who, whom }) => `${who} ended all sessions of ${whom}`,
  "user-exported": (_, { who, whom }) => `${who} exported the personal data of ${whom}`,
  "user-erased": (_, { who, whom }) => `${who} erased the personal data of ${whom}`,
  "token-created": ({ name, client_id }, { who }) =>
    client_id === undefined
      ? `${who} created the access token “${isolate(name)}”`
      : `${who} connected the application “${isolate(name)}”`,
  "token-first-used": ({ name }, { who }) =>
    `The access token “${isolate(name)}” of ${who} was used for the first time`,
  "token-revoked": (details, { who, whom, own }) =>
    "tokens" in details
      ? `${who} revoked the access tokens of all users: ${number(details.tokens)}`
      : details.used_twice
        ? `The connection of ${whom} to the application “${isolate(details.name)}” ended, because one of its tokens was used twice`
        : `${who} revoked the access token “${isolate(details.name)}”${own ? "" : ` of ${whom}`}`,
  "departments-replaced": (details, { who }) =>
    `${who} replaced the department master: ${number(details.departments)} departments`,
  "document-published": ({ version, uploaded_by }, { who, what, user }) =>
    `${who} published version ${isolate(version)} of ${what}${uploaded_by === undefined ? "" : `, which ${user(uploaded_by)} uploaded`}`,
  "version-in-force": ({ version }, { by, what }) =>
    by === null
      ? `Version ${isolate(version)} of ${what} came into force`
      : `${by} put version ${isolate(version)} of ${what} in force`,
  "version-withdrawn": ({ number }, { who, what }) => `${who} withdrew version ${number} of ${what}`,
  "version-changed": ({ number, effective_from_before, effective_from }, { who, what }) =>
    effective_from === effective_from_before
      ? `${who} changed the note of version ${number} of ${what}`
      : `${who} moved version ${number} of ${what} from ${effective_from_before} to ${effective_from}`,
  "abolition-planned": ({ effective_on }, { who, what }) => `${who} decided to abolish ${what} on ${effective_on}`,
  "abolition-cancelled": ({ effective_on }, { who, what }) =>
    `${who} cancelled the abolition of ${what} on ${effective_on}`,
  "document-abolished": ({ effective_on }, { by, what }) =>
    by === null ? `${what} was abolished on ${effective_on}` : `${by} abolished ${what} on ${effective_on}`,
  "document-destroyed": ({ number, legal_order }, { who, what }) =>
    `${who} destroyed the text of version ${number} of ${what}${legal_order === null ? "" : `, by the order ${isolate(legal_order)}`}`,
  "document-unchanged": (_, { who, what }) => `${who} uploaded ${what} without a change; nothing was published`,
  "document-deleted": (_, { who, what }) => `${who} deleted ${what}`,
  "document-changed": (_, { who, what }) => `${who} changed the fields of ${what}`,
  "draft-saved": ({ version }, { who, what }) => `${who} saved a draft of ${what}, version ${isolate(version)}`,
  "draft-returned": ({ version, why }, { who, what }) =>
    `${who} returned the draft of ${what}, version ${isolate(version)}: ${isolate(why)}`,
  "draft-read": (_, { who, what }) => `${who} read the draft of ${what}`,
  "draft-deleted": (_, { who, what }) => `${who} deleted the draft of ${what}`,
  "rule-changed": ({ before, gained, lost }, { who, what }) =>
    before === null
      ? `${who} set the first access rule of ${what}: ${users(gained)} can read it`
      : `${who} changed the access to ${what}: ${users(gained)} gained it, ${number(lost)} lost it`,
  "readers-reminded": ({ number: n, readers }, { who, what }) =>
    `${who} reminded ${users(readers)} to confirm version ${n} of ${what}`,
  "access-explained": (details, { who, whom, what, document_id }) => {
    if ("readers" in details) return `${who} asked who could read ${what}: ${users(details.readers)}`;
    if ("documents" in details) return `${who} asked what ${whom} could read: ${documents(details.documents)}`;
    if ("allowed" in details) return `${who} asked whether ${whom} may read ${what}: ${details.allowed ? "yes" : "no"}`;
    if ("documents_lost" in details) {
      const { documents_gained, documents_lost } = details;
      return `${who} previewed a change of ${whom}: ${documents(documents_gained)} gained, ${number(documents_lost)} lost`;
    }
    if ("refused" in details)
      return details.preview
        ? `${who} previewed a change of ${whom} that would be refused`
        : `${who} asked for a change of ${whom} that was refused`;
    if ("edit" in details) {
      const on = document_id === null ? documents(details.document_ids?.count ?? 0) : what;
      const { gained, lost } = details;
      return `${who} previewed a change of the access to ${on}: ${users(gained)} would gain it, ${number(lost)} would lose it`;
    }
    const { user_ids, documents_affected } = details;
    return `${who} checked a CSV of ${user_ids ? users(user_ids.count) : "users"}: the readers of ${documents(documents_affected)} would change`;
  },
  "front-page-changed": (_, { who }) => `${who} changed the questions on the front page`,
  "vocabulary-changed": (_, { who }) => `${who} changed the vocabulary`,
  "question-answered": (details, { who, what }) => {
    if ("hour" in details) return often(who, details.count, "answered questions");
    return details.outcome === "nearest" || details.outcome === "nothing_found"
      ? `${who} asked a question that got no answer`
      : `${who} got an answer from ${what}`;
  },
  "answer-judged": (details, { who }) =>
    "hour" in details
      ? often(who, details.count, "judged answers")
      : `${who} found an answer ${details.good ? "helpful" : "not helpful"}`,
  "audit-exported": (_, { who }) => `${who} saved audit entries as CSV`,
  "webhook-changed": ({ host, change, because }, { who }) =>
    `${who} ${WEBHOOK[change]} the webhook to ${isolate(host)}${because === undefined ? "" : WEBHOOK_END[because]}`,
  "job-cancelled": ({ kind }, { who, what }) =>
    kind === "import" ? `${who} cancelled an import of users` : `${who} cancelled an upload of ${what}`,
  "management-refused": ({ count }, { caller }) => refused("management request", count, caller),
  legacy: (kind, ids) => `${kind}, as another version of the service recorded it${ids && `: ${ids}`}`,
  subjects: {
    service: "The service",
    unknown: "an unknown user",
    several: "Several users",
    titled: (title, id) => `${title} (${id})`,
    erased: "erased user",
  },
};
