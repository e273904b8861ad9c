import { EDITORS_MAX, HISTORY_CHOICES, NAME_MAX, TITLE_MAX } from "@retrieval/core/limits";
import Type from "typebox";
import { ENACTED } from "./parts/enactment.js";
import { RULES } from "./parts/examples.js";
import { AccessRulesSchema } from "./parts/rule-shapes.js";
import { closed, named, nullable } from "./parts/shapes.js";
import { day, HEAD, name, text, UserId } from "./parts/values.js";

/** The fields that readers see, beside `history`. */
export const SHOWN_FIELDS = {
  number: nullable(name(NAME_MAX, { description: "The number that the company gave it.", examples: ["HR-012"] })),
  category: nullable(
    name(TITLE_MAX, { description: "A path, with a slash between its parts.", examples: ["人事/就業"] }),
  ),
  owner: nullable(name(NAME_MAX, { description: "The department or user that cares for it.", examples: ["人事部"] })),
  contact: nullable(name(TITLE_MAX, { description: "Whom readers ask.", examples: ["人事部 労務係（内線 1234）"] })),
};

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
  history: Type.Optional(History),
};

export const DocumentRecordSchema = named("DocumentRecord", "A document as administrators see it.", {
  ...HEAD,
  access_rules: AccessRulesSchema,
  ...FIELDS,
  draft: nullable(
    closed({
      title: HEAD.title,
      version: HEAD.version,
      by_user: nullable(text("Who uploaded it; null: the service itself.")),
      ...ENACTED,
      effective_from: nullable(day("The day that it was sent with; null: none.")),
    }),
    { description: "The draft that waits." },
  ),
});
