import type { ErrorCode } from "@retrieval/core/errors";
import Type from "typebox";
import { named } from "./parts/shapes.js";
import { Problems, text } from "./parts/values.js";

/** SPEC 7 for its codes; the others are ours. Total: a new code without a status does not compile. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID_REQUEST: 400,
  INVALID_SIGNATURE: 401,
  EXPIRED_TIMESTAMP: 401,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  HTTPS_REQUIRED: 403,
  USER_NOT_FOUND: 404,
  CHUNK_NOT_FOUND: 404,
  DOCUMENT_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  DOCUMENT_ABOLISHED: 410,
  CHANGES_GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_IDENTIFIER: 422,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};

/** The one error body (SPEC 7). */
export const ErrorBodySchema = named("ErrorBody", "What a refusal answers.", {
  error: named("Refusal", "Why the request was refused.", {
    code: Type.Enum(Object.keys(STATUS), { description: "For programs; later versions have more." }),
    message: text("What is wrong and what to do, as text in the language of Accept-Language."),
    problems: Problems,
  }),
});
