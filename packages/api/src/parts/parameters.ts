import Type, { type TSchema } from "typebox";
import type { PathParameter } from "../addresses.js";
import { DOCUMENT, JOB_ID, PERSON } from "./examples.js";
import { defaulted } from "./shapes.js";
import { DocumentId, UserId } from "./values.js";

/** The parameters of paths. */
export const PATH_PARAMETERS: Readonly<
  Record<PathParameter, { readonly schema: TSchema; readonly description: string; readonly example: string }>
> = {
  document_id: { schema: DocumentId, description: "The document's identifier.", example: DOCUMENT.document_id },
  user_id: { schema: UserId, description: "The person's employee number.", example: PERSON.user_id },
  import_id: { schema: Type.String(), description: "As `checkImport` answered it.", example: JOB_ID },
  job_id: { schema: Type.String(), description: "As `uploadDocument` and `listJobs` answer it.", example: JOB_ID },
};

/** Lists are paged by limit and an opaque cursor, which is signed (docs/decisions/0012). */
export const PAGE = {
  limit: defaulted(Type.Integer({ minimum: 1, maximum: 200 }), 50),
  cursor: Type.Optional(Type.String({ maxLength: 2048 })),
};

/** A part of names and numbers that a list is searched for. */
export const SEARCHED = { query: Type.Optional(Type.String({ maxLength: 200 })) };

/** Which of the two forms of an answer; Accept says it too (RFC 9110 §12.5.1). */
export const FORMAT = { format: Type.Optional(Type.Enum(["json", "csv"])) };

/** The parameter by which a call agrees to deactivations (docs/decisions/0003). */
export const YesDeactivate = defaulted(
  Type.Integer({
    minimum: 0,
    description:
      "How many users of role user the call may deactivate. Without agreement, at most 20 % of those who were active, or 10 if that is more, are deactivated within 24 hours.",
  }),
  0,
);
