import { ErrorBodySchema, type Operation, STATUS } from "@retrieval/api";
import type { ErrorCode } from "@retrieval/core/errors";
import type { AppDeps } from "../deps.js";
import { isProbe } from "../routing/probes.js";
import type { Components, Json } from "./components.js";
import { headersOf, LANGUAGE_HEADERS } from "./headers.js";

/** When each code is answered. Total, as the table of their statuses is. */
const CONDITIONS: Readonly<Record<ErrorCode, string>> = {
  INVALID_REQUEST:
    "The address, the query, a header (such as an If-Match that it does not evaluate) or the body is not what this operation takes.",
  INVALID_SIGNATURE: "The signature does not match.",
  EXPIRED_TIMESTAMP: "The timestamp is too old or too far ahead, or the signed request was used already.",
  UNAUTHORIZED: "There is no token that opens this operation, or it is not valid (any more).",
  FORBIDDEN: "The role of the session's user or the kind of the token does not suffice, or it is turned off.",
  HTTPS_REQUIRED: "The request did not come over HTTPS.",
  USER_NOT_FOUND: "There is no such user.",
  CHUNK_NOT_FOUND: "There is no such chunk in this document, or the reader may not see it.",
  DOCUMENT_NOT_FOUND: "There is no such document.",
  DOCUMENT_ABOLISHED: "The document was abolished; its successor, if there is one, is named.",
  CHANGES_GONE:
    "The changes after this position are not kept any more, or are of another state of the database: read everything again.",
  JOB_NOT_FOUND: "There is no such job.",
  TOKEN_NOT_FOUND: "The user has no such access token.",
  WEBHOOK_NOT_FOUND: "There is no such webhook.",
  NOT_FOUND: "There is nothing at this address.",
  METHOD_NOT_ALLOWED: "The address takes other methods.",
  CONFLICT: "It cannot be done in the state that things are in.",
  PRECONDITION_FAILED: "If-Match is not the current ETag.",
  PAYLOAD_TOO_LARGE: "The body is larger than this operation takes.",
  UNSUPPORTED_MEDIA_TYPE: "The body's Content-Type or Content-Encoding is none that this operation takes.",
  INVALID_IDENTIFIER: "An identifier is missing or malformed.",
  PRECONDITION_REQUIRED: "If-Match is missing.",
  RATE_LIMITED: "Too many requests in a minute or at once; Retry-After says how long to wait.",
  INTERNAL_ERROR: "An internal error occurred.",
  UNAVAILABLE: "The service is overloaded, or cannot reach its database, or a search took too long.",
};

/** What is refused before there is a request to route; see `src/server/broken-requests.ts`. */
const BROKEN_REQUESTS: Readonly<Record<number, string>> = {
  408: "The request did not arrive in time.",
  417: "The Expect header asks for something else than 100-continue.",
  431: "The address and headers of the request are too long.",
};

/** Codes that say the same wherever they are answered. */
const EVERYWHERE = ["METHOD_NOT_ALLOWED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INTERNAL_ERROR"] as const;

/** What any operation can refuse with, said once instead of at each. */
export const REFUSALS_OF_THE_SERVER: ReadonlyMap<number, string> = new Map(
  [
    ...Object.entries(BROKEN_REQUESTS).map(([status, text]) => [Number(status), text] as const),
    ...EVERYWHERE.map((code) => [STATUS[code], `\`${code}\`: ${CONDITIONS[code]}`] as const),
  ].sort(([a], [b]) => a - b),
);

/** Every code that a request can be refused with on its way (see `serveOperation`), and the operation's own. */
export function refusalsOf(operation: Operation, { httpsOnly }: Pick<AppDeps, "httpsOnly">): readonly ErrorCode[] {
  const { access, keyed, limitedFailures, refusals = [], path } = operation;
  const codes = new Set<ErrorCode>(["INVALID_REQUEST", ...refusals]);
  if (httpsOnly && !isProbe(path)) codes.add("HTTPS_REQUIRED");
  // Under more load than the service can bear.
  if (!isProbe(path)) codes.add("UNAVAILABLE");
  if (access !== "public") codes.add("UNAUTHORIZED");
  if (access === "admin") codes.add("FORBIDDEN");
  if (keyed) codes.add("CONFLICT");
  if (access !== "public" || limitedFailures) codes.add("RATE_LIMITED");
  return (Object.keys(CONDITIONS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** The refusals of an operation by status, each of them shared with the operations that refuse with the same codes. */
export function refusalAnswers(codes: readonly ErrorCode[], components: Components): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(STATUS[code], [...(byStatus.get(STATUS[code]) ?? []), code]);
  const answers: Record<string, Json> = {};
  for (const [status, group] of byStatus) {
    answers[status] = components.share("responses", group.join("."), () => refusalOf(group, components));
  }
  return answers;
}

function refusalOf(codes: readonly ErrorCode[], components: Components): Json {
  const [first = "INTERNAL_ERROR"] = codes;
  const headers = [
    "X-Request-Id",
    ...LANGUAGE_HEADERS,
    ...(codes.includes("UNAUTHORIZED") ? ["WWW-Authenticate"] : []),
    ...(first === "RATE_LIMITED" || first === "UNAVAILABLE" ? ["Retry-After"] : []),
  ];
  return {
    description: codes.map((code) => `${code}: ${CONDITIONS[code]}`).join("\n\n"),
    headers: headersOf(headers, components),
    content: contentOf(codes, components),
  };
}

function contentOf(codes: readonly ErrorCode[], components: Components): Json {
  const examples = codes.map((code) => [code, { value: { error: { code, message: CONDITIONS[code], problems: [] } } }]);
  const code = { type: "string", enum: codes };
  return {
    "application/json": {
      schema: {
        allOf: [
          components.schema(ErrorBodySchema),
          {
            type: "object",
            properties: {
              error: { type: "object", properties: { code, message: { type: "string" }, problems: { type: "array" } } },
            },
          },
        ],
      },
      examples: Object.fromEntries(examples),
    },
  };
}
