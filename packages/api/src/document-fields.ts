import { EDITORS_MAX, HISTORY_CHOICES, NAME_MAX, NUMBER_MAX, TITLE_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { day, ENACTED } from "./parts/enactment.js";
import { RULES } from "./parts/examples.js";
import { AccessRulesSchema } from "./parts/rule-shapes.js";
import { closed, named, nullable } from "./parts/shapes.js";
import { count, flag, HEAD, name, text, timestamp, UserId } from "./parts/values.js";

/** The fields that readers see, beside `history`. */
export const SHOWN_FIELDS = {
  number: nullable(name(NUMBER_MAX, { description: "The number that the company gave it.", examples: ["HR-012"] })),
  category: nullable(
    name(NAME_MAX, { description: "A path, with a slash between its parts.", examples: ["人事/就業"] }),
  ),
  owner: nullable(name(NAME_MAX, { description: "The department or user that cares for it.", examples: ["人事部"] })),
  contact: nullable(name(TITLE_MAX, { description: "Whom readers ask.", examples: ["人事部 労務係（内線 1234）"] })),
};

/** The dates of a document, as readers see them. */
export const DATES = {
  effective_from: day("The first day of the version in force."),
  version_number: Type.Integer({ minimum: 1, description: "The number of the version in force." }),
  coming: nullable(
    named("ComingVersion", "The next version of a document.", {
      effective_from: day("The first day on which it is in force."),
      version: HEAD.version,
      version_number: Type.Integer({ minimum: 1, description: "Its number, for `readDocument`." }),
      note: nullable(text("Why it was changed.")),
    }),
    { description: "null: none is known." },
  ),
};

export const AbolitionSchema = closed({
  effective_on: day("The first day on which it is not in force any more."),
  reason: text("Why."),
  replaced_by: nullable(text("The document_id of its successor; null: none is named.")),
});

export const History = Type.Enum([...HISTORY_CHOICES], {
  description:
    "Who may read its past versions, of those who may read it: administrators and developers, or all readers.",
});

const FIELDS = {
  ...SHOWN_FIELDS,
  review_by: nullable(day("Until when it is to be reviewed.")),
  editors: Type.Array(UserId, {
    maxItems: EDITORS_MAX,
    description:
      "The administrators who may change the document. Without any, or if none of them is an active administrator, every administrator may.",
    examples: [RULES.allowed_users],
  }),
  source: nullable(
    name(NAME_MAX, {
      description: "The folder that it is ingested from, by a name of its own.",
      examples: ["hr-rules"],
    }),
  ),
  history: History,
};

const { editors, history } = FIELDS;
/** In a body; null clears a field. */
export const GIVEN_FIELDS = Type.Partial(
  closed({ ...FIELDS, editors: nullable(editors), history: nullable(history) }),
).properties;
/** Beside a file. */
export const FIELDS_IN_QUERY = {
  number: Type.Optional(SHOWN_FIELDS.number.anyOf[0]),
  category: Type.Optional(SHOWN_FIELDS.category.anyOf[0]),
  owner: Type.Optional(SHOWN_FIELDS.owner.anyOf[0]),
  contact: Type.Optional(SHOWN_FIELDS.contact.anyOf[0]),
  review_by: Type.Optional(FIELDS.review_by.anyOf[0]),
  editors: Type.Optional(text("The user_ids of its editors, as a JSON array.", '["900001"]')),
  source: Type.Optional(FIELDS.source.anyOf[0]),
  history: Type.Optional(History),
};

export const DocumentRecordSchema = named("DocumentRecord", "A document as administrators see it.", {
  ...HEAD,
  access_rules: AccessRulesSchema,
  ...FIELDS,
  effective_from: nullable(DATES.effective_from, { description: "Of the version in force; null: none is." }),
  version_number: nullable(DATES.version_number, { description: "Of the version in force; null: none is." }),
  coming: DATES.coming,
  abolished: nullable(AbolitionSchema, { description: "Its end, also if it is to come; null: none is decided." }),
  next_on: nullable(day("The next day on which another version is in force, or none; null: none is known.")),
  draft: nullable(
    closed({
      accepted: count("Its number in the order of acceptance: the ETag for If-Match, without quotes.", 1),
      title: HEAD.title,
      version: HEAD.version,
      version_is_default: Type.Boolean({ description: "true: publishing it names its version by its first day." }),
      by_user: nullable(text("Who uploaded it; null: the service itself.")),
      ...ENACTED,
      effective_from: nullable(ENACTED.effective_from, { description: "null: the day of its publication." }),
      returned: nullable(closed({ at: timestamp("When."), by_user: text("Who returned it."), comment: text("Why.") }), {
        description: "null: it was not returned.",
      }),
    }),
    { description: "The draft that waits." },
  ),
});

export const ManagedDocumentSchema = named("ManagedDocument", "A document, with what can be done to it.", {
  ...DocumentRecordSchema.properties,
  deletable: flag("Whether `deleteDocument` deletes it; false: it was in force, so it is abolished instead."),
});
