import { createSecretKey, randomUUID } from "node:crypto";
import { answerKey, type SessionClaims, sessionKey, sharedSecret } from "@retrieval/core";
import { CHANGE_TYPES, DOCUMENT_FIELD_NAMES } from "@retrieval/core/limits";
import { AnswerIds } from "@retrieval/http";
import { JsonWebTokens, secretTokenKey } from "../src/adapters/json-web-tokens.js";
import { SECRET, signedRequest } from "../test/harness.js";
import type { ApiOperation, Parameter, Schema } from "./api-operations.js";
import { type DrawnRequest, JSON_TYPE } from "./drawn-request.js";
import { type DrawnValues, LAST_DAY } from "./drawn-values.js";
import type { KnownThings } from "./known-things.js";
import type { Random } from "./random.js";

export type JsonObject = Record<string, unknown>;

/** The callers. */
export interface Tokens {
  readonly admin: string;
  readonly readers: readonly string[];
}

/** The service's METRICS_TOKEN: behind a proxy, /metrics is closed without one. */
export const METRICS_TOKEN = "a-token-for-scraping-0123456789";
/** Documents that requests may delete, so that the others stay. */
export const PASSING = ["passing-1", "passing-2", "passing-3", "passing-4", "passing-5", "passing-6", "passing-7"];

/** Inactive users that requests may erase. */
export const LEFT = Array.from({ length: 40 }, (_, i) => `left-${i}`);

/** A name that never exists (RFC 6761 §6.4), so that nothing is sent. */
const RECEIVER = "https://receiver.invalid/";

/** Fields that no schema can describe in full; editors would keep the administrator of the requests out. */
const FIELDS = { category: "a/b", review_by: "2027-04-01", editors: [] };

/** A document whose file is kept and that readers are asked to confirm; requests read it but never change it. */
export const WITH_ORIGINAL = "with-original";

/** As the service gives them: an answer is judged by the user to whom it was given. */
const ANSWER_IDS = new AnswerIds([createSecretKey(answerKey(sharedSecret(SECRET)))]);

const SESSION_TOKENS = new JsonWebTokens([secretTokenKey(sessionKey(sharedSecret(SECRET)))]);

type Headers = Readonly<Record<string, string>>;

/** The claims of the request's session token. */
function claimsOf({ Authorization = "" }: Headers): SessionClaims {
  const [, claims = ""] = Authorization.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
}

/** The headers with another session of the same user, which begins now: the others go on when it ends. */
function inNewSession(headers: Headers): Headers {
  const claims = claimsOf(headers);
  const iat = Math.floor(Date.now() / 1000);
  const session = { ...claims, jti: randomUUID(), iat, exp: iat + claims.exp - claims.iat };
  return { ...headers, Authorization: `Bearer ${SESSION_TOKENS.issue(session)}` };
}

const NAME: Schema = { minLength: 1, maxLength: 128, pattern: "." };

/** Draws valid requests by the OpenAPI document, about existing things. */
export class DrawnRequests {
  constructor(
    private readonly random: Random,
    private readonly values: DrawnValues,
    private readonly things: KnownThings,
    private readonly tokens: Tokens,
    /** Users who must stay in each synchronised file, or their sessions end. */
    private readonly lasting: readonly string[],
  ) {}

  valid(operation: ApiOperation): DrawnRequest {
    const { random } = this;
    const nextPages = this.things.nextPages.get(operation.id) ?? [];
    if (nextPages.length > 0 && random.chance(0.2)) return random.pick(nextPages);
    const path: Record<string, string> = {};
    const query: Record<string, string> = {};
    const headers: Record<string, string> = {};
    for (const parameter of operation.parameters) {
      const { name, required } = parameter;
      if (parameter.in === "path") path[name] = this.values.text(parameter.schema, name);
      else if (required || random.chance(0.4)) this.#draw(parameter, parameter.in === "query" ? query : headers);
    }
    if (operation.ignoresQuery && random.chance(0.3)) query.probe = String(random.whole(1, 9));
    if (operation.access !== "public")
      headers.Authorization = `Bearer ${operation.access === "admin" ? this.tokens.admin : random.pick(this.tokens.readers)}`;
    if (random.chance(0.05)) headers.Accept = random.pick(["application/json", "*/*", "text/html;q=0.5", "x", ";;,"]);
    const types = Object.keys(operation.bodies);
    const mediaType = types.length === 0 ? null : random.pick(types);
    const body = mediaType === null ? undefined : this.values.of(operation.bodies[mediaType] as Schema, "body");
    const method = operation.method === "GET" && random.chance(0.03) ? "HEAD" : operation.method;
    return this.#mended({ operation, method, path, query, headers, mediaType, body });
  }

  #draw({ name, schema }: Parameter, into: Record<string, string>): void {
    const { random } = this;
    // A cursor is used only with its own request.
    if (name === "cursor") return;
    if (name === "If-Match") into[name] = "*";
    else if (name === "Accept-Language") into[name] = random.pick(["ja", "en", "ja, en;q=0.5", "fr", "*", ";;,"]);
    else if (name === "Idempotency-Key") into[name] = `"${random.whole(1, 1_000_000_000)}"`;
    else if (name === "If-None-Match") into[name] = random.pick(["*", '"1"', 'W/"1"', '"1", "2"', "x"]);
    else into[name] = String(this.values.of(schema, name));
  }

  /** Rules between values, which a schema cannot express. */
  #mended(request: DrawnRequest): DrawnRequest {
    const { random, things, values } = this;
    const { operation, path, query, headers, mediaType } = request;
    const body = request.body as JsonObject;
    switch (operation.id) {
      case "readMetrics":
        return { ...request, headers: { ...headers, Authorization: `Bearer ${METRICS_TOKEN}` } };
      case "issueSessionToken":
        return { ...request, body: signedRequest(random.pick(things.users), Math.floor(Date.now() / 1000)) };
      case "readReference": {
        if (things.chunks.length === 0 || random.chance(0.1)) return request;
        const { docId, chunkId } = random.pick(things.chunks);
        return { ...request, body: { docId, chunkId } };
      }
      case "judgeAnswer":
        return { ...request, body: { ...body, answer_id: ANSWER_IDS.give(claimsOf(headers).sub, randomUUID()) } };
      case "synchroniseUser": {
        const { user_id: _, ...record } = body;
        return { ...request, body: random.chance(0.5) ? record : { ...record, user_id: path.user_id } };
      }
      case "createToken": {
        const audience = body.audience === "authzen" ? "api" : body.audience;
        const token = { ...body, name: values.text(NAME, "name"), audience, role: "user" };
        return { ...request, headers: inNewSession(headers), body: token };
      }
      case "endSession":
        return { ...request, headers: inNewSession(headers) };
      case "replaceDepartments": {
        const departments = Array.from({ length: random.whole(0, 30) }, (_, i) => ({
          code: `D${i + 1}`,
          name: values.text(NAME, "name"),
        }));
        return { ...request, body: { departments } };
      }
      case "readVocabularyEntry":
      case "deleteVocabularyEntry":
      case "putVocabularyEntry": {
        path.said = `w${random.whole(0, 30)}`;
        if (operation.id !== "putVocabularyEntry") return request;
        delete headers["If-None-Match"];
        headers["If-Match"] = "*";
        const { said: _, version: __, ...entry } = body;
        return {
          ...request,
          body: { ...entry, meant: [...new Set((entry.meant as string[]).map((word) => word.replaceAll("|", "x")))] },
        };
      }
      case "replaceVocabulary": {
        if (query.dry_run !== "true") headers["If-Match"] = "*";
        if (mediaType !== JSON_TYPE) return { ...request, body: "said,meant,weight\nx,y|z,0.5\n" };
        const entries = (body.entries as JsonObject[]).map((entry, i) => {
          const meant = (entry.meant as string[]).map((word) => word.replaceAll("|", "x"));
          return { ...entry, said: `w${i}`, meant: [...new Set(meant)] };
        });
        return { ...request, body: { entries } };
      }
      case "eraseUser":
        path.user_id = random.pick(LEFT);
        return request;
      case "listTokensOfUser":
        path.user_id = random.pick(this.lasting);
        return request;
      case "revokeTokenOfUser":
      case "revokeOwnToken": {
        const known = things.accessTokens.pop();
        if (known !== undefined) path.token_id = known.token_id;
        if (known !== undefined && operation.id === "revokeTokenOfUser") path.user_id = known.user_id;
        return request;
      }
      case "changeAccessRules":
        if (random.chance(0.7)) headers["If-Match"] = `"${things.rulesVersions.get(path.document_id as string) ?? 1}"`;
        return request;
      case "changeManyAccessRules":
      case "previewRuleEdit": {
        const change = body.change as JsonObject;
        const { replace } = change;
        const edit = { ...change, ...(replace ? { replace: { allow_all: false, ...(replace as JsonObject) } } : {}) };
        const documents = [
          ...new Map((body.documents as JsonObject[] | undefined)?.map((one) => [one.document_id, one])).values(),
        ];
        const named =
          operation.id === "previewRuleEdit"
            ? { document_ids: [...new Set(body.document_ids as string[])] }
            : { documents };
        return { ...request, body: { ...named, change: edit } };
      }
      case "restoreAccessRules": {
        const newest = things.rulesVersions.get(path.document_id as string) ?? 1;
        return { ...request, body: { version: random.whole(1, newest) } };
      }
      case "deleteDocument":
        path.document_id = random.pick(PASSING.slice(1));
        return request;
      case "readOriginal":
        if (random.chance(0.5)) path.document_id = WITH_ORIGINAL;
        return request;
      case "confirmVersion":
      case "markNoticeRead":
      case "remindReaders":
        if (random.chance(0.9)) path.document_id = WITH_ORIGINAL;
        return { ...request, body: { version: 1 } };
      case "listConfirmations":
        if (random.chance(0.9)) path.document_id = WITH_ORIGINAL;
        if (query.version !== undefined) query.version = "1";
        return request;
      case "readCertificate":
        if (random.chance(0.9)) Object.assign(path, { document_id: WITH_ORIGINAL, number: "1" });
        return request;
      case "listAuditEntries":
        // A CSV has all matching entries.
        if (query.format === "csv") query.document_id ??= random.pick(things.documents);
        if (query.from && query.to && Date.parse(query.from) > Date.parse(query.to))
          return { ...request, query: { ...query, from: query.to, to: query.from } };
        return request;
      case "compareVersions":
        for (const name of ["from", "to"]) delete query[name];
        return { ...request, query: random.chance(0.5) ? { ...query, from: "1", to: "1" } : query };
      case "abolishDocument":
      case "cancelAbolition":
      case "changeVersion":
        // Mostly of one document, so that there often is what ends or changes.
        Object.assign(path, { document_id: random.chance(0.8) ? PASSING[0] : random.pick(PASSING) });
        if (path.number !== undefined && random.chance(0.5)) path.number = "1";
        if (path.document_id === PASSING[0] && body?.effective_on) body.effective_on = "2999-12-31";
        if (body?.replaced_by) body.replaced_by = WITH_ORIGINAL;
        return { ...request, body: this.#enacted(body) };
      case "destroyDocument":
        if (random.chance(0.5)) path.document_id = random.pick(PASSING.slice(1));
        return { ...request, body: { legal_order: values.text(NAME, "name") } };
      case "withdrawVersion":
      case "publishDraft":
      case "approveDraft":
      case "returnDraft":
      case "restoreVersion":
        return { ...request, body: this.#enacted(body) };
      case "uploadDocument": {
        if (random.chance(0.6)) path.document_id = random.chance(0.4) ? (PASSING[0] as string) : random.pick(PASSING);
        for (const name of DOCUMENT_FIELD_NAMES) delete query[name];
        const enacted = this.#enacted(query) as Record<string, string>;
        if (mediaType !== JSON_TYPE) return { ...request, query: enacted, body: this.#file(mediaType as string) };
        for (const name of Object.keys(query)) if (name !== "wait") delete query[name];
        const chunks = (body.chunks as JsonObject[]).map((chunk) => this.#chunk(chunk));
        return { ...request, body: { ...(this.#enacted(body) as JsonObject), ...FIELDS, chunks } };
      }
      case "readDocument":
        delete query.version;
        if (query.as_of !== undefined) query.as_of = "2099-01-01";
        return request;
      case "changeDocument":
        return { ...request, body: { ...body, ...FIELDS } };
      case "createWebhook":
        return { ...request, body: { types: [...new Set(body.types as string[])], url: RECEIVER } };
      case "changeWebhook": {
        // A change that does nothing is refused, and so is a position that was never given.
        path.webhook_id = random.pick(things.webhooks.concat("x"));
        const { enabled = true, types = [CHANGE_TYPES[0]] } = body;
        return { ...request, body: { enabled, types: [...new Set(types as string[])], url: RECEIVER } };
      }
      case "rotateWebhookSecret":
      case "testWebhook":
      case "listWebhookDeliveries":
      case "deleteWebhook":
        path.webhook_id = random.pick(things.webhooks.concat("x"));
        return request;
      case "listChanges":
        if (query.after !== undefined && random.chance(0.8)) query.after = "0";
        return request;
      case "listChangedReaders":
        path.position = String(random.pick(things.ruleChanges));
        return request;
      case "evaluateAccesses": {
        const subject = { type: "user", id: random.pick(things.users) };
        const resource = { type: "document", id: random.pick(things.documents) };
        return { ...request, body: { subject, action: { name: "read" }, resource, ...body } };
      }
      case "searchSubjects":
      case "searchResources": {
        // A token is used only with its own request.
        delete (body.page as JsonObject | undefined)?.token;
        return request;
      }
      case "importUserFile":
        if (query.dry_run !== "true") headers["If-Match"] = "*";
        return { ...request, body: this.#csv() };
      default:
        return request;
    }
  }

  /** A last day to confirm needs a notice to confirm, and has not passed; a text has something in it. */
  #enacted(fields: JsonObject | undefined): JsonObject | undefined {
    if (fields === undefined) return fields;
    const { confirm_by, ...rest } = fields;
    for (const name of ["note", "reason", "legal_order", "comment"])
      if (typeof rest[name] === "string") rest[name] = this.values.text(NAME, "name");
    return rest.notice === "confirm" && confirm_by !== undefined ? { ...rest, confirm_by: LAST_DAY } : rest;
  }

  #chunk({ chunk_id: _, doc_id: __, ...chunk }: JsonObject): JsonObject {
    const { text_type, metadata } = chunk as { text_type: string; metadata?: { page_range?: number[] | null } };
    metadata?.page_range?.sort((a, b) => a - b);
    if (text_type === "table") return { ...chunk, content_md: `| a |\n|---|\n| ${this.random.whole(1, 99)} |` };
    delete chunk.normalized_for_embed;
    if (text_type !== "list") delete chunk.content_md;
    return { ...chunk, content: chunk.content ?? this.values.anyText(20) };
  }

  #file(type: string): string {
    const text = this.values.anyText(200);
    if (type === "text/html") return `<h1>${text}</h1><p>${text}</p><table><tr><td>${text}</td></tr></table>`;
    if (type === "text/markdown")
      return `# ${text}\n\n## 第1条 (目的)\n\n${text}\n\n| a | b |\n|---|---|\n| ${text} | 1 |\n`;
    return `%PDF-1.7\n${text}`;
  }

  #csv(): string {
    const rows = [
      ...this.lasting,
      ...Array.from({ length: this.random.whole(1, 5) }, () => this.random.pick(this.things.users)),
    ];
    const name = () => this.random.pick(["山田 太郎", "髙﨑 𠮷神", '"O""Neil, A"', "x"]);
    return `user_id,display_name\r\n${[...new Set(rows)].map((user_id) => `${user_id},${name()}\r\n`).join("")}`;
  }
}
