import type { REQUEST_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const requests: TextsOf<keyof typeof REQUEST_PROBLEMS> = {
  "request.not_http": () => "The request is not valid HTTP",
  "request.other_expectation": () => "The Expect header may only ask for 100-continue",
  "request.tunnel": () => "This service opens no tunnels",
  "request.head_too_long": () => "The address and headers of the request are too long",
  "request.chunk_extensions_too_long": () => "The chunk extensions of the request are too long",
  "request.slow": () => "The request did not arrive in time",
  "host.not_one": () => "The request must have one Host header: the name of this service",
  "host.ill_formed": () => "The Host header is not a name with or without a port",
  "https.required": () => "This service answers over HTTPS only. Use https:// in the address",
  "address.unknown": () => "There is nothing at this address",
  "address.undecodable": () => "The address is not percent-encoded UTF-8",
  "method.other": ({ methods }) => `This address takes ${methods.join(", ")}`,
  "query.undecodable": () => "the query is not percent-encoded UTF-8",
  "query.repeated_parameter": ({ name }) => `the query has ${JSON.stringify(name)} twice; send it once`,
  "query.unknown_parameter": ({ name, known }) =>
    `the query has an unknown parameter ${JSON.stringify(name)}; ${known.length > 0 ? `known are ${known.join(", ")}` : "this address takes none"}`,
  "cursor.other_list": () =>
    "Invalid cursor. It goes with the same address and filters as the page before; omit it to start from the first page",
  "body.too_large": ({ bytes }) => `The body is larger than the ${bytes} bytes that this address takes`,
  "body.other_type": ({ types }) => `The body's Content-Type must be ${types.join(" or ")}`,
  "body.other_coding": ({ codings }) => `The body's Content-Encoding must be ${codings.join(", ")}`,
  "body.undecodable": () => "The body is not what its Content-Encoding says, or was cut off",
  "body.cut_off": () => "The body was cut off",
  "body.empty": () => "The body is empty; it must be JSON",
  "body.not_json": () => "The body is not JSON in UTF-8",
  "role.not_admin": () => "This needs the role admin",
  "metrics_token.wrong": () => "This needs the token of METRICS_TOKEN: Authorization: Bearer <token>",
  "requests.too_many": ({ seconds }) => `Too many requests. Wait ${seconds} seconds`,
  "requests.too_many_waiting": () => "Too many of your requests are waiting. Send fewer at once",
  "service.overloaded": () => "The service is overloaded. Retry later",
  "service.away": () => "The service cannot answer for the moment, or not reach its database. Try again shortly",
  "service.failed": () => "Something went wrong inside the service. Its log has the details under X-Request-Id",
};
