import { TEXT_TYPES } from "@retrieval/core";
import Type from "typebox";

/** In characters; core counts them as people do. */
export const QUERY_MAX = 1_000;
const DOC_IDS_MAX = 100;

export const SearchBody = Type.Object(
  {
    query: Type.String({ maxLength: 2 * QUERY_MAX }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: "10 where it is left out." })),
    cursor: Type.Optional(
      Type.Union([Type.String({ maxLength: 4096 }), Type.Null()], {
        description: "`next_cursor` of the page before, with the same query and filters.",
      }),
    ),
    filters: Type.Optional(
      Type.Object(
        {
          doc_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: DOC_IDS_MAX })),
          text_types: Type.Optional(Type.Array(Type.Enum([...TEXT_TYPES]), { minItems: 1, maxItems: 5 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
