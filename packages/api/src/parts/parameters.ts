import Type, { type TSchema } from "typebox";
import type { PathParameter } from "../addresses.js";
import { AUTHORIZATION_ID, DOCUMENT, JOB_ID, TOKEN_ID, USER, WEBHOOK_ID } from "./examples.js";
import { defaulted } from "./shapes.js";
import { count, DocumentId, UserId } from "./values.js";

/** The parameters of paths. */
export const PATH_PARAMETERS: Readonly<
  Record<PathParameter, { readonly schema: TSchema; readonly description: string; readonly example: string }>
> = {
  document_id: { schema: DocumentId, description: "The document's identifier.", example: DOCUMENT.document_id },
  number: {
    schema: Type.String({ pattern: "^[1-9][0-9]{0,9}$" }),
    description: "The number of a version, as `listVersions` answered it.",
    example: "1",
  },
  user_id: { schema: UserId, description: "The user's employee number.", example: USER.user_id },
  token_id: {
    schema: Type.String(),
    description: "The token_id of an access token, from its list.",
    example: TOKEN_ID,
  },
  authorization_id: {
    schema: Type.String(),
    description: "The last part of the address of the page that asks for consent.",
    example: AUTHORIZATION_ID,
  },
  said: { schema: Type.String(), description: "The word of an entry of the vocabulary.", example: "ボーナス" },
  webhook_id: {
    schema: Type.String(),
    description: "The webhook_id of a webhook, from its list.",
    example: WEBHOOK_ID,
  },
  position: {
    schema: Type.String({ pattern: "^[1-9][0-9]{0,14}$" }),
    description: "The position of a change, from the feed.",
    example: "1",
  },
  job_id: {
    schema: Type.String(),
    description: "The job_id that `uploadDocument` or `listJobs` answered.",
    example: JOB_ID,
  },
};

/** Lists are paged by limit and an opaque cursor, which is signed (docs/decisions/0012). */
export const PAGE = {
  limit: defaulted(Type.Integer({ minimum: 1, maximum: 200, description: "The most rows of a page." }), 50),
  cursor: Type.Optional(
    Type.String({ maxLength: 2048, description: "`next_cursor` of the page before; without it, the first page." }),
  ),
};

/** Searches a list for a part of a name or number. */
export const SEARCHED = {
  query: Type.Optional(Type.String({ maxLength: 200, description: "Only rows with this text in the id or the name." })),
};

/** The form of an answer; Accept can select it too (RFC 9110 §12.5.1). */
export const FORMAT = {
  format: Type.Optional(Type.Enum(["json", "csv"], { description: "The form of the answer, whatever Accept says." })),
};

/** The parameter by which a call agrees to deactivations (docs/decisions/0003). */
export const YesDeactivate = defaulted(
  count(
    "The number of users of role user that the call may deactivate. Without agreement, at most 20 % of the active ones, or 10 if that is more, are deactivated within 24 hours.",
  ),
  0,
);
