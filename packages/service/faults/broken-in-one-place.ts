import type { ApiOperation, Parameter, Schema } from "./api-operations.js";
import { BODY_FAULTS, type BrokenBodies, HOSTILE_VALUES } from "./broken-bodies.js";
import { bodyBytes, type DrawnRequest, plainForm, targetOf } from "./drawn-request.js";
import type { Random } from "./random.js";

/**
 * The allowed answers to a request: a good status or a refusal of the domain; one of these statuses; any refusal of the
 * request itself; or anything documented, if the place decides whether the request is wrong.
 */
export type Expected = "good" | "refused" | "documented" | readonly number[];

/** A request to send. */
export interface SentRequest {
  readonly operation: ApiOperation;
  /** "valid", or its fault. */
  readonly kind: string;
  readonly expected: Expected;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The JSON body before encoding. */
  readonly json: unknown;
}

/** Invalid tokens, and one that is valid only for readers' operations. */
export interface BadTokens {
  /** By their fault. */
  readonly refused: Readonly<Record<string, string>>;
  readonly ofUser: string;
}

type Change = Partial<Pick<SentRequest, "method" | "target" | "headers" | "bytes">>;
type Fault = (request: DrawnRequest) => (Change & { readonly expected: Expected }) | null;

const JSON_TYPE = "application/json";
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"];
/** Larger bodies cost too much for what they test. */
const SENT_MAX = 20 * 1024;

/** @param form how the body is sent */
export function sentForm(request: DrawnRequest, form: typeof plainForm): SentRequest {
  const { operation, method, mediaType, body } = request;
  const { headers, bytes } = form(bodyBytes(request));
  const type = mediaType === null ? {} : { "Content-Type": mediaType };
  return {
    operation,
    kind: "valid",
    expected: "good",
    method,
    target: targetOf(request),
    headers: { ...request.headers, ...type, ...headers },
    bytes,
    json: mediaType === JSON_TYPE ? body : null,
  };
}

/** Breaks requests in one place each. */
export class BrokenRequests {
  readonly #faults: Readonly<Record<string, Fault>>;

  constructor(
    private readonly random: Random,
    private readonly bodies: BrokenBodies,
    tokens: BadTokens,
    /** Whether the OpenAPI document has this method at this address. */
    private readonly isDocumented: (method: string, target: string) => boolean,
  ) {
    this.#faults = {
      ...this.#tokenFaults(tokens),
      ...this.#addressFaults(),
      ...this.#headerFaults(),
      ...this.#bodyFaults(),
    };
  }

  /** A random fault among those that this operation can have. */
  broken(request: DrawnRequest): SentRequest {
    const sent = sentForm(request, plainForm);
    for (;;) {
      const kind = this.random.pick(Object.keys(this.#faults));
      const change = (this.#faults[kind] as Fault)(request);
      if (change === null) continue;
      const { headers = sent.headers, bytes } = change;
      const length = bytes && change.headers === undefined ? { "Content-Length": String(bytes.length) } : {};
      return { ...sent, ...change, headers: { ...headers, ...length }, kind };
    }
  }

  #tokenFaults({ refused, ofUser }: BadTokens): Record<string, Fault> {
    const withToken =
      (Authorization: string | null, status: number, applies: (operation: ApiOperation) => boolean): Fault =>
      (request) => {
        if (!applies(request.operation)) return null;
        const { Authorization: _, ...headers } = sentForm(request, plainForm).headers;
        const given = Authorization === null ? headers : { ...headers, Authorization };
        return { headers: given, expected: [status] };
      };
    const guarded = ({ access }: ApiOperation) => access !== "public";
    return {
      "no token": withToken(null, 401, guarded),
      ...Object.fromEntries(Object.entries(refused).map(([name, token]) => [name, withToken(token, 401, guarded)])),
      "a token of another role": withToken(`Bearer ${ofUser}`, 403, ({ access }) => access === "admin"),
    };
  }

  #addressFaults(): Record<string, Fault> {
    const { random } = this;
    const withQuery = (request: DrawnRequest, text: string): Change => {
      const target = targetOf(request);
      return { target: `${target}${target.includes("?") ? "&" : "?"}${text}` };
    };
    const refusal = ({ operation }: DrawnRequest): Expected => (operation.ignoresQuery ? "good" : [400]);
    const parameters = ({ operation }: DrawnRequest, fits: (parameter: Parameter) => boolean) =>
      operation.parameters.filter((parameter) => parameter.in === "query" && fits(parameter));
    const replaced = (request: DrawnRequest, { name }: Parameter, value: string): Change => ({
      target: targetOf({ ...request, query: { ...request.query, [name]: value } }),
    });
    const withPath =
      (expected: Expected, texts: readonly string[]): Fault =>
      (request) => {
        const names = Object.keys(request.path);
        if (names.length === 0) return null;
        const name = random.pick(names);
        const text = random.pick(texts);
        const marked = targetOf({ ...request, path: { ...request.path, [name]: "6e0c3f58" } });
        return { target: marked.replace("6e0c3f58", () => text), expected };
      };
    return {
      "an unknown parameter": (request) => ({
        ...withQuery(request, random.pick(["unknown=1", "__proto__=1", "limit[]=1", "LIMIT=1", "%00=1", "toString"])),
        expected: refusal(request),
      }),
      "a parameter that is not UTF-8": (request) => ({
        ...withQuery(request, random.pick(["x=%E3%81", "x=%ZZ", "%FF=1", "x=%", "x=%ED%A0%BD"])),
        expected: refusal(request),
      }),
      "a doubled parameter": (request) => {
        const [first] = parameters(request, ({ name }) => name in request.query);
        if (first === undefined) return null;
        const value = encodeURIComponent(request.query[first.name] as string);
        return { ...withQuery(request, `${first.name}=${value}`), expected: [400] };
      },
      "a parameter of a wrong type": (request) => {
        const typed = parameters(request, ({ schema }) => schema.type !== "string" || schema.enum !== undefined);
        if (typed.length === 0) return null;
        return {
          ...replaced(request, random.pick(typed), random.pick(["x", "1e3x", "TRUE", "１", "[1]"])),
          expected: [400],
        };
      },
      "a parameter out of bounds": (request) => {
        const bounded = parameters(request, ({ schema }) => outsideOf(schema) !== null);
        if (bounded.length === 0) return null;
        const parameter = random.pick(bounded);
        return {
          ...replaced(request, parameter, random.pick(outsideOf(parameter.schema) as string[])),
          expected: [400],
        };
      },
      "a parameter missing": (request) => {
        const [needed] = parameters(request, ({ required }) => required);
        if (needed === undefined) return null;
        const { [needed.name]: _, ...query } = request.query;
        return { target: targetOf({ ...request, query }), expected: [400] };
      },
      "a cursor that the service did not issue": (request) => {
        const [cursor] = parameters(request, ({ name }) => name === "cursor");
        if (cursor === undefined) return null;
        const value = random.pick([
          "x",
          "MTo",
          "!",
          "MTowMQ==",
          Buffer.from("1:\0").toString("base64url"),
          "0".repeat(2048),
        ]);
        return { ...replaced(request, cursor, value), expected: "documented" };
      },
      "a path that is not UTF-8": withPath([400], ["%E0%A4%A", "%FF", "%", "%ED%A0%BD", "%C0%AF"]),
      "an invalid path parameter": withPath("documented", [
        ..."%00 ..%2F..%2Fetc%2Fpasswd %0A %20 %E2%80%AE a%2Fb %F0%9F%91%A9 null . -1 99999999999999999999".split(" "),
        ..."__proto__ 6f1f3c9e-8f0b-4f0e-9a54 '%20OR%201=1-- %EF%BC%A1 e%CC%81".split(" "),
        "x".repeat(5_000),
      ]),
      "a method that the address does not have": (request) => {
        const target = targetOf(request);
        const method = random.pick(METHODS);
        if (this.isDocumented(method, target)) return null;
        return { method, bytes: Buffer.alloc(0), expected: [405] };
      },
    };
  }

  #headerFaults(): Record<string, Fault> {
    const { random } = this;
    const withHeaders =
      (headers: (request: DrawnRequest) => Record<string, string> | null, expected: Expected): Fault =>
      (request) => {
        const changed = headers(request);
        return (
          changed && {
            headers: { ...sentForm(request, plainForm).headers, ...changed },
            expected,
          }
        );
      };
    const withBody = (changed: () => Record<string, string>, expected: Expected): Fault =>
      withHeaders((request) => (request.mediaType === null ? null : changed()), expected);
    return {
      "If-Match missing": (request) => {
        if (!request.operation.parameters.some(({ name, required }) => name === "If-Match" && required)) return null;
        const { "If-Match": _, ...headers } = request.headers;
        return { headers: sentForm({ ...request, headers }, plainForm).headers, expected: [428] };
      },
      "If-Match of another version": (request) => {
        const { operation, query } = request;
        const changes = query.dry_run !== "true" && operation.parameters.some(({ name }) => name === "If-Match");
        if (!changes) return null;
        const version = random.pick(['"2147483646"', "1", 'W/"1"', "x", '"1", "2"', '""', '"99999999999"', "* *"]);
        // The guard of a synchronisation answers 409 before its plan is known.
        const expected = operation.id === "importUserFile" ? [409, 412] : [404, 412];
        return { headers: { ...sentForm(request, plainForm).headers, "If-Match": version }, expected };
      },
      "a wrong Content-Type": withBody(
        () => ({
          "Content-Type": random.pick([
            "text/x-none",
            "image/png",
            "application/xml",
            "",
            "json",
            "multipart/form-data",
          ]),
        }),
        // 400 where AuthZEN asks for it.
        [400, 415],
      ),
      "an unknown Content-Encoding": withBody(
        () => ({ "Content-Encoding": random.pick(["zip", "x", "gzip, gzip", "constructor"]) }),
        [415],
      ),
      "headers that mean nothing": withHeaders(
        () => ({
          "X-Request-Id": random.pick(["a b", "x".repeat(200), '"', "ok-1"]),
          Accept: random.pick(["text/html", "*", "application/json;q=2", ",,,"]),
          "Accept-Language": "\u00ff\u00fe",
          Cookie: "__proto__=1; session=x",
          Range: "bytes=0-1",
          "If-Modified-Since": "x",
          Origin: random.pick(["null", "https://evil.example", "https://portal.example.com"]),
          "X-Forwarded-For": random.pick(["1.2.3.4", "x, y", "::1", "1".repeat(500)]),
          "X-Http-Method-Override": "DELETE",
        }),
        "good",
      ),
    };
  }

  #bodyFaults(): Record<string, Fault> {
    const { random, bodies } = this;
    const ofJson =
      (change: (request: DrawnRequest, schema: Schema) => string | Buffer | null, expected: Expected): Fault =>
      (request) => {
        if (request.mediaType !== JSON_TYPE) return null;
        const changed = change(request, request.operation.bodies[JSON_TYPE] as Schema);
        if (changed === null) return null;
        const bytes = Buffer.from(changed as string);
        if (bytes.length === 0 && request.operation.isBodyOptional) return null;
        return bytes.length > SENT_MAX ? null : { bytes, expected };
      };
    const inSchema = BODY_FAULTS.map((fault): [string, Fault] => [
      `a body with ${fault}`,
      ofJson(({ body }, schema) => {
        const broken = bodies.broken(body, schema, fault);
        return broken === null ? null : JSON.stringify(broken);
      }, "refused"),
    ]);
    const hostile = Object.entries(HOSTILE_VALUES).map(([name, text]): [string, Fault] => [
      `a body with ${name}`,
      ofJson(({ body }, schema) => bodies.hostile(body, schema, text), "documented"),
    ]);
    return {
      ...Object.fromEntries([...inSchema, ...hostile]),
      "a body that is not JSON": ofJson(
        (request) => {
          const text = String(bodyBytes(request));
          return random.pick([
            text.slice(0, -1),
            `${text},`,
            `${text}}`,
            "",
            "{'a':1}",
            "NaN",
            "\uFEFF{",
            "// x\n{}",
            text.replace("{", "{,"),
          ]);
        },
        [400],
      ),
      "a body that is not UTF-8": ofJson(
        (request) => {
          const bytes = bodyBytes(request) as Buffer;
          const at = bytes.indexOf('"') + 1;
          const bad = random.pick([
            [0xff],
            [0xc0, 0xaf],
            [0xed, 0xa0, 0xbd],
            [0xf8, 0x88, 0x80, 0x80, 0x80],
            [0xe3, 0x81],
          ]);
          return Buffer.concat([bytes.subarray(0, at), Buffer.from(bad), bytes.subarray(at)]);
        },
        [400],
      ),
      "a body of a wrong kind": ofJson(() => random.pick(["null", "1", "[]", '"text"', "true"]), "refused"),
      "a body with a Content-Length above the limit": (request) => {
        if (request.mediaType === null) return null;
        const length = String(request.operation.bodyLimit + random.pick([1, 1_000, 10_000_000_000]));
        const headers = { ...sentForm(request, plainForm).headers, "Content-Length": length, Expect: "100-continue" };
        return { headers, bytes: Buffer.alloc(0), expected: [413] };
      },
      "a body that is too large": (request) =>
        request.mediaType !== JSON_TYPE || request.operation.bodyLimit > SENT_MAX
          ? null
          : { bytes: Buffer.alloc(request.operation.bodyLimit + 1, " "), expected: [413] },
      "a body that is empty": (request) => {
        if (bodyBytes(request) === null) return null;
        return { bytes: Buffer.alloc(0), expected: request.operation.isBodyOptional ? "documented" : "refused" };
      },
    };
  }
}

/** Texts that a parameter's schema refuses; null if it refuses none. */
function outsideOf({ type, minimum, maximum, maxLength, enum: values, pattern }: Schema): string[] | null {
  const outside: string[] = [];
  if (type === "integer") {
    if (minimum !== undefined) outside.push(String(minimum - 1));
    if (maximum !== undefined) outside.push(String(maximum + 1));
    outside.push("1.5", "1e400", "-1", "");
  }
  if (values) outside.push("no choice", "");
  if (maxLength !== undefined && maxLength <= 1_024) outside.push("x".repeat(maxLength + 1));
  if (pattern !== undefined) outside.push("\u0000", "\n");
  return outside.length === 0 ? null : outside;
}
