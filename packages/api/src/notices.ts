import { CONFIRMATION_STATES, NOTICES } from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, operationsOf } from "./parts/define.js";
import { day } from "./parts/enactment.js";
import { USER } from "./parts/examples.js";
import { FORMAT, PAGE, SEARCHED } from "./parts/parameters.js";
import { AccessRulesSchema } from "./parts/rule-shapes.js";
import { closed, defaulted, named, nullable, pageOfList } from "./parts/shapes.js";
import { count, HEAD, NAMED_USER, TextHash, text, texts, timestamp, UserId } from "./parts/values.js";

const VersionNumber = Type.Integer({ minimum: 1, description: "Counts the document's versions.", examples: [1] });
const STANDINGS = ["past", "in_force", "coming", "withdrawn"] as const;

/** A version that readers are told of. */
const TOLD = {
  ...HEAD,
  number: VersionNumber,
  notice: Type.Enum([...NOTICES], {
    description: "none, tell: it changed, or confirm: the reader is asked to confirm.",
  }),
  note: nullable(text("Why it was changed, in the words of its publisher.")),
  effective_from: day("The day from which it is in force."),
  confirm_by: nullable(day("The last day to confirm.")),
  standing: Type.Enum([...STANDINGS], { description: "What the version is today." }),
};

export const NoticeSchema = named("Notice", "A version that a reader is told of.", {
  ...TOLD,
  changed_articles: texts("The articles whose text differs from the version before, in reading order."),
  read_at: nullable(timestamp("When the reader read what changes.")),
  confirmed_at: nullable(timestamp("When the reader confirmed it.")),
  reminded_at: nullable(timestamp("When readers were last reminded.")),
});

export type NoticeView = Type.Static<typeof NoticeSchema>;

const AskedUserSchema = named("AskedUser", "A user who is asked to confirm a version.", {
  ...NAMED_USER,
  confirmed_at: nullable(timestamp("null: not yet.")),
});

const ASKED =
  "Active users with role user who may read the document now, without those who gained that after confirm_by; and all " +
  "who confirmed it, also if they have left.";
const NOTICE_LIST = pageOfList("NoticeList", NoticeSchema);
const OF_VERSION = jsonBody(
  named("VersionOfNotice", "The version that a notice is about.", {
    version: Type.Integer({ minimum: 1, description: "The `number` of the notice." }),
  }),
);
const NOTICE_HIDDEN =
  "A document that the reader may not see is answered as if it did not exist. Repeating it changes nothing.";

export const noticeOperations = operationsOf("Reading", {
  listNotices: {
    access: "reader",
    summary: "List the changes that the reader is told of",
    description:
      "First what the reader has to confirm, the reminded first; then what is coming, by date; then what came into force, " +
      "or was confirmed, in the last 30 days. A notice ends with the right to read its document.",
    answers: { 200: { description: "The notices.", json: NOTICE_LIST } },
  },
  confirmVersion: {
    access: "reader",
    summary: "Confirm a version",
    description: `The reader confirms to have taken note of it. ${NOTICE_HIDDEN}`,
    body: OF_VERSION,
    example: { bodies: { "application/json": { version: 1 } } },
    answers: {
      200: {
        description: "It is confirmed.",
        json: named("Confirmed", "A confirmation.", { confirmed_at: timestamp("When it was first confirmed.") }),
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
  markNoticeRead: {
    access: "reader",
    summary: "Mark a notice as read",
    description: `For pages that show what a version changes. It is no confirmation. ${NOTICE_HIDDEN}`,
    body: OF_VERSION,
    example: { bodies: { "application/json": { version: 1 } } },
    answers: {
      200: {
        description: "It is marked.",
        json: named("NoticeRead", "A mark.", { read_at: timestamp("When it was first read.") }),
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
});

export const confirmationOperations = operationsOf("Documents", {
  listConfirmations: {
    summary: "List who has confirmed a version, and who has not",
    description:
      `${ASKED} In the order of user_id. As JSON, or as CSV with a byte order mark. A CSV has all matching users, ` +
      "regardless of the limit.",
    query: Type.Object({
      ...PAGE,
      ...SEARCHED,
      ...FORMAT,
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2 ** 31 - 1,
          description: "The number of a version. Absent: the newest that users are asked to confirm.",
        }),
      ),
      state: defaulted(
        Type.Enum([...CONFIRMATION_STATES], { description: "all, or only who has not confirmed, or has." }),
        "all",
      ),
    }),
    example: { query: { version: 1, state: "all" } },
    answers: {
      200: {
        description: "A page of users.",
        json: pageOfList("ConfirmationPage", AskedUserSchema, {
          ...TOLD,
          published_at: timestamp("When it was published, and readers were told."),
          reminded_at: nullable(timestamp("When readers were last reminded.")),
          of: count("How many users are asked to confirm it, whatever the query."),
          confirmed: count("How many of these have confirmed it."),
          is_asked: Type.Boolean({
            description: "Whether the others are still asked: no later version with a notice replaced it.",
          }),
        }),
        texts: {
          "text/csv": {
            description: "The same users as CSV, for format=csv or Accept: text/csv.",
            example:
              "\uFEFFdocument_id,number,version,user_id,display_name,confirmed_at\r\n" +
              "work-rules,1,2026-04-01,900001,Sato Hanako,2026-04-01T00:00:00.000Z\r\n",
          },
        },
        headers: ["Content-Disposition"],
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
  remindReaders: {
    summary: "Remind those who have not confirmed a version",
    description:
      "The version moves to the top of their notices, which the portal reads too (`listNoticesOf`). No mail is sent.",
    body: OF_VERSION,
    example: { bodies: { "application/json": { version: 1 } } },
    answers: {
      200: {
        description: "They are reminded.",
        json: named("Reminded", "A reminder.", {
          reminded_at: timestamp("When they were reminded."),
          readers: count("How many have not confirmed."),
        }),
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND", "CONFLICT"],
  },
  listNoticesOf: {
    summary: "List the changes that a user is told of",
    description: "As `listNotices` answers the user, for the portal; none for an inactive user.",
    query: Type.Object({ user_id: UserId }),
    example: { query: { user_id: USER.user_id } },
    answers: { 200: { description: "The notices.", json: NOTICE_LIST } },
    refusals: ["USER_NOT_FOUND"],
  },
  readCertificate: {
    summary: "Read how a version was made known",
    description:
      "What the service knows, from the kept states of rules and users: from when the version could be read and by how " +
      "many, and who confirmed it until when.",
    answers: {
      200: {
        description: "The facts.",
        json: named("Certificate", "How a version was made known.", {
          made_at: timestamp("When this was put together."),
          ...TOLD,
          document_number: nullable(text("The document's own number.")),
          owner: nullable(text("Who is responsible for the document.")),
          text_sha256: {
            ...TextHash,
            description:
              "SHA-256 of the text: of the text_hash of each chunk in reading order (`listVersionChunks`), joined by line feeds.",
          },
          published_at: timestamp("When it was published: readers could read it from then on."),
          readable_until: nullable(day("The first day on which readers do not see it any more; null: they see it.")),
          reminded_at: Type.Array(timestamp("When readers were reminded."), { description: "All reminders." }),
          readers: closed(
            {
              at: timestamp("The end of confirm_by, or now if that is to come."),
              count: count("Active users with role user who could read the document."),
              access_rules: AccessRulesSchema,
              rule_changes: count("How often the rule was changed since the publication."),
            },
            { description: "Who could read it." },
          ),
          confirmations: nullable(
            closed({
              of: count(ASKED),
              confirmed: count("How many of these have confirmed it."),
              first_at: nullable(timestamp("The first confirmation.")),
              last_at: nullable(timestamp("The last confirmation.")),
              csv_sha256: {
                ...TextHash,
                description: "SHA-256 of the CSV that listConfirmations answers now for state=all.",
              },
            }),
            { description: "null: it is not to be confirmed." },
          ),
        }),
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
});

export type CertificateView = Type.Static<(typeof confirmationOperations.readCertificate.answers)[200]["json"]>;
