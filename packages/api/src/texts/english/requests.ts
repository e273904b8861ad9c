import type { REQUEST_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const requests: TextsOf<keyof typeof REQUEST_PROBLEMS> = {
  "request.not_http": () => "The request is not valid HTTP",
  "request.other_expectation": () => "The Expect header may only ask for 100-continue",
  "request.tunnel": () => "This service does not open tunnels",
  "request.head_too_long": () => "The address and headers of the request are too long",
  "request.chunk_extensions_too_long": () => "The chunk extensions of the request are too long",
  "request.slow": () => "The request did not arrive in time",
  "host.not_one": () => "The request must have exactly one Host header, with the name of this service",
  "host.ill_formed": () => "The Host header must be a name, with or without a port",
  "public_url.unset": () => "The service does not know its own address: set PUBLIC_URL",
  "host.other": () => "The Host of the request is not the name of this service (PUBLIC_URL)",
  "https.required": () => "This service answers only over HTTPS. Use https:// in the address",
  "address.unknown": () => "There is nothing at this address",
  "address.undecodable": () => "The address is not percent-encoded UTF-8",
  "method.other": ({ methods }) => `This address accepts only ${methods.join(", ")}`,
  "header.condition_not_read": ({ name }) =>
    `This operation does not evaluate ${name}, so nothing was changed. Send the request without it`,
  "if_match.missing": () => "If-Match is required: send the ETag that you read, or * to overwrite any version",
  "if_match.unknown": () => "If-Match is not an ETag of this address. Reread it and try again",
  "if_match.outdated": () => "It has changed since you read it. Reread it and try again",
  "idempotency_key.ill_formed": () =>
    "the Idempotency-Key must have 1 to 255 printable ASCII characters, without a space, a quote or a backslash inside",
  "idempotency_key.in_flight": () =>
    "A request with this Idempotency-Key has begun, and its outcome is not known yet. Send it again later. If this stays so, check whether it was done, and use a new key",
  "idempotency_key.other_request": () =>
    "This Idempotency-Key was used for another request. Use a new key for each request",
  "idempotency_key.answer_not_kept": () =>
    "This request was done, and its answer is not kept. Check what it made, and use a new key for another request",
  "query.undecodable": () => "the query is not percent-encoded UTF-8",
  "query.repeated_parameter": ({ name }) => `the query has ${JSON.stringify(name)} more than once; send it once`,
  "query.unknown_parameter": ({ name, known }) =>
    `the query has an unknown parameter ${JSON.stringify(name)}; this address takes ${known.join(", ") || "none"}`,
  "answer_id.not_given": () => "answer_id is not of an answer that you were given",
  "cursor.other_list": () =>
    "Invalid cursor. Send it with the address and filters of the page before, or omit it to start from the first page",
  "cursor.other_version": () =>
    "The document has a new version since this cursor was made. Omit the cursor; `around` continues at a passage",
  "body.too_large": ({ bytes }) => `The body is larger than ${bytes} bytes, the limit of this address`,
  "body.other_type": ({ types }) => `The body's Content-Type must be ${types.join(" or ")}`,
  "body.other_coding": ({ codings }) => `The body's Content-Encoding must be ${codings.join(", ")}`,
  "body.undecodable": () => "The body does not match its Content-Encoding, or was cut off",
  "body.cut_off": () => "The body was cut off",
  "body.empty": () => "The body is empty; it must be JSON",
  "body.not_json": () => "The body is not JSON in UTF-8",
  "body.repeated_name": ({ name }) => `an object has ${JSON.stringify(name)} more than once; send it once`,
  "body.not_object": () => "the body must be an object",
  "body.unknown_field": ({ name }) => `the body has an unknown field ${JSON.stringify(name)}`,
  "body.not_valid": () => "the body is not valid",
  "role.not_admin": () => "This needs the role admin",
  "metrics_token.wrong": () => "Send the token of METRICS_TOKEN: Authorization: Bearer <token>",
  "requests.too_many": ({ seconds }) => `Too many requests. Wait ${seconds} seconds`,
  "requests.too_many_waiting": () => "Too many of your requests are waiting. Send fewer at once",
  "downloads.too_many_open": () => "Too many of your downloads are still open. Finish or cancel one, then try again",
  "service.overloaded": () => "The service is overloaded. Retry later",
  "service.away": () => "The service or its database is temporarily unavailable. Try again shortly",
  "service.failed": () => "An internal error occurred. The service's log has the details under X-Request-Id",
};
