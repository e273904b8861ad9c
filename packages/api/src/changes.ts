import { CHANGE_SOURCES, CHANGE_TYPES } from "@retrieval/core/limits";
import Type from "typebox";
import { BY_SCRIPTS, operationsOf } from "./parts/define.js";
import { PAGE } from "./parts/parameters.js";
import { closed, defaulted, named, pageOfList } from "./parts/shapes.js";
import { count, NAMED_USER, text, timestamp } from "./parts/values.js";

/** In words, not as a schema of each type: another version of the service may have other types. */
const TYPES = CHANGE_TYPES.map((type) => {
  const data = CHANGE_SOURCES.filter((source) => source.type === type).flatMap((source) => source.data);
  const subject = /^(user|departments)\./.test(type) ? [] : ["document_id"];
  const fields = [...(type.startsWith("user.") ? ["user_id"] : subject), ...new Set(data)];
  return `- \`${type}\`: ${fields.join(", ")}`;
});

const ChangeSchema = named("Change", "A change, as the feed has it.", {
  position: count("Its place in the feed, from 1.", 1),
  type: text("What changed. Ignore types that you do not know: later versions have more.", "document.in_force"),
  timestamp: timestamp("When it was recorded."),
  data: Type.Unsafe<object>({
    type: "object",
    description: ["Ids, counts and days; a field may be absent. By type:", "", ...TYPES].join("\n"),
    examples: [{ document_id: "work-rules", number: 1, effective_from: "2026-04-01" }],
  }),
});

const After = Type.Integer({
  minimum: 0,
  maximum: 999_999_999_999_999,
  description:
    "`next` of the page before. 0: the oldest change that was ever kept. Without it: no changes, and the newest position as `next`, where a new consumer begins.",
});

export const changeOperations = operationsOf("Changes", {
  listChanges: {
    ...BY_SCRIPTS,
    summary: "List changes after a position",
    description:
      "The feed of changes, in the order in which they were committed; every reader sees the same. A page may have fewer changes than `limit`, also while more follow: continue until it has none, and ask again later. Changes are kept as long as the audit log (AUDIT_RETENTION_DAYS). A position that is not kept any more, or was never given, is refused with 410: then call without `after`, read everything that you keep a copy of, and continue after `next`. It has no names, texts or groups. An access token needs the audience api and the role admin.",
    query: Type.Object({
      after: Type.Optional(After),
      limit: defaulted(Type.Integer({ minimum: 1, maximum: 1000, description: "The most changes of a page." }), 100),
    }),
    example: { query: { after: 0 } },
    answers: {
      200: {
        description: "A page of the feed.",
        json: named("ChangePage", "A page of the feed.", {
          items: Type.Array(ChangeSchema, { description: "In the order of positions." }),
          next: count("`after` of the next call.", 1),
        }),
      },
    },
    refusals: ["CHANGES_GONE"],
  },
  listChangedReaders: {
    summary: "List the users whom a change of a rule let in or kept out",
    description:
      "Of a change of the type `access.changed`: users of role user, by their departments and groups at that moment. The audit log records the call.",
    query: Type.Object(PAGE),
    answers: {
      200: {
        description: "A page of users, in the order of user_id.",
        json: pageOfList(
          "ChangedReaderPage",
          closed({
            user_id: NAMED_USER.user_id,
            change: Type.Enum(["gained", "lost"], {
              description: "Whether the user may read the document since then.",
            }),
          }),
        ),
      },
    },
    refusals: ["NOT_FOUND"],
  },
});
