import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID, timingSafeEqual } from "node:crypto";
import { sentenceOf } from "@retrieval/api";
import type { Reader } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import { searchAndAnswer } from "@retrieval/core/use-cases";
import { openDatabase, PostgresAuditLog } from "@retrieval/postgres";
import jwt from "jsonwebtoken";
import { openIndex } from "../../open-index.js";

/** The answer of a peer's route: an object, or the JSON text of one. */
export type Outcome = readonly [status: number, body: object | string];

const ISSUER = "retrieval-service";
const LIFETIME = 3 * 3600;
const TOLERANCE = 300;
const LEEWAY = 60;
const RELATED = 20;
const RECORD_EVERY = 1_000;

const refused = (status: number, code: string, message: string): Outcome => [status, { error: { code, message } }];

interface UserRow extends Reader {
  readonly display_name: string;
  readonly department: string | null;
  readonly email: string | null;
  readonly sessions: number;
  readonly is_active: boolean;
}

const {
  SSO_SHARED_SECRET: secretText = "",
  DATABASE_URL: url = "",
  PORT = "0",
  PORTAL_DOMAIN: portal = "",
} = process.env;
/** Whether statements are prepared and chunks passed through as text, as the service does (docs/decisions/0016). */
const ALIKE = process.env.PEER_ALIKE === "yes";
const named = (name: string) => (ALIKE ? { name } : {});
const asText = ALIKE ? "::text" : "";
const TOGETHER = "'[' || coalesce(string_agg(chunk::text, ',' ORDER BY beyond, place), '') || ']'";

export const port = Number(PORT);
export { portal };

// Keys made once: jsonwebtoken parses a text again at each call.
const secret: KeyObject = createSecretKey(secretText, "utf8");
const tokenKey: KeyObject = createSecretKey(
  Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), "session token", 32)),
);

const database = await openDatabase({ kind: "server", url, poolSize: 10, onConnectionError: () => undefined });
const { db, pool } = database;
const index = await openIndex(database);
const audit = new PostgresAuditLog(db);

/** Sign-ins are recorded in groups, as the service does. */
let recorded: Parameters<PostgresAuditLog["record"]>[0][number][] = [];
setInterval(() => {
  if (recorded.length === 0) return;
  const entries = recorded;
  recorded = [];
  audit.record(entries).catch(() => undefined);
}, RECORD_EVERY).unref();

export async function ready(): Promise<Outcome> {
  await pool.query("SELECT 1");
  return [200, { status: "ready" }];
}

async function findUser(user_id: string): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>({
    ...named("user"),
    text: `SELECT user_id, display_name, department, department_code, email, role, permission_groups, sessions, is_active
     FROM users WHERE user_id = $1`,
    values: [user_id],
  });
  return rows[0];
}

export async function signIn(body: unknown, address: string): Promise<Outcome> {
  const { user_id, timestamp, signature } = (body ?? {}) as Record<string, unknown>;
  if (typeof user_id !== "string" || !Number.isInteger(timestamp) || typeof signature !== "string")
    return refused(400, "INVALID_REQUEST", "Malformed request.");
  const expected = createHmac("sha256", secret).update(`${user_id}:${timestamp}`).digest("hex");
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return refused(401, "INVALID_SIGNATURE", "The signature does not match.");
  const now = Math.floor(Date.now() / 1000);
  const age = now - (timestamp as number);
  if (age > TOLERANCE || age < -LEEWAY) return refused(401, "EXPIRED_TIMESTAMP", "The timestamp is too old.");
  const user = await findUser(user_id);
  if (!user?.is_active) return refused(404, "USER_NOT_FOUND", "No user is registered under this user_id.");
  const { display_name, role, department, department_code, email, permission_groups, sessions } = user;
  const claims = {
    iss: ISSUER,
    aud: ISSUER,
    sub: user_id,
    name: display_name,
    role,
    department,
    department_code,
    permission_groups,
    ses: sessions,
    iat: now,
    exp: now + LIFETIME,
    jti: randomUUID(),
  };
  const token = jwt.sign(claims, tokenKey, { algorithm: "HS256" });
  recorded.push({ kind: "sign-in", by_user: user_id, user_id, document_id: null, details: { address } });
  return [200, { token, user: { user_id, display_name, role, department, email }, expires_in: LIFETIME }];
}

/** The user behind a Bearer token, read at each request. */
export async function readerOf(authorization: string | undefined): Promise<UserRow | Outcome> {
  const unauthorized = refused(401, "UNAUTHORIZED", "The session token is not valid or has expired.");
  if (!authorization?.startsWith("Bearer ")) return unauthorized;
  try {
    const { sub } = jwt.verify(authorization.slice(7), tokenKey, {
      algorithms: ["HS256"],
      issuer: ISSUER,
      audience: ISSUER,
    }) as jwt.JwtPayload;
    const user = await findUser(String(sub));
    return user?.is_active ? user : unauthorized;
  } catch {
    return unauthorized;
  }
}

export const isOutcome = (value: UserRow | Outcome): value is Outcome => Array.isArray(value);

export async function reference(body: unknown, user: UserRow): Promise<Outcome> {
  const { docId, chunkId } = (body ?? {}) as Record<string, unknown>;
  if (typeof docId !== "string" || typeof chunkId !== "string")
    return refused(422, "INVALID_IDENTIFIER", "Malformed identifier.");
  const principals = [
    "*",
    ...(user.department_code === null ? [] : [`d:${user.department_code}`]),
    ...user.permission_groups.map((group) => `g:${group}`),
    `u:${user.user_id}`,
  ];
  const { rows } = await pool.query({
    ...named("chunk"),
    text: `SELECT document_id, title, version, found.chunk${asText},
       (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place - 1) AS previous,
       (SELECT chunk_id FROM chunks WHERE revision_id = found.revision_id AND place = found.place + 1) AS next,
       (SELECT ${ALIKE ? TOGETHER : "coalesce(json_agg(chunk ORDER BY beyond, place), '[]')"} FROM (
         SELECT revision_id, place, scope <> found.scope AS beyond FROM chunks
         WHERE revision_id = found.revision_id AND scope = ANY (found.scope || found.related_scopes)
           AND place <> found.place
         ORDER BY beyond, place LIMIT $5
       ) AS nearest JOIN chunks USING (revision_id, place)) AS related,
       (SELECT coalesce(json_agg(json_build_object('chunk_id', chunk_id, 'why', CASE WHEN NOT beyond THEN 'same_article'
           WHEN found.chunk #>> '{metadata,section_path,-1,type}' = 'annex' THEN 'names_it' ELSE 'annex_named' END)
           ORDER BY beyond, place), '[]') FROM (
         (SELECT place, scope <> found.scope AS beyond, chunk_id FROM chunks
          WHERE revision_id = found.revision_id AND scope = ANY (found.scope || found.related_scopes)
            AND place <> found.place
          ORDER BY beyond, place LIMIT $5)
         UNION
         SELECT opening.place, true, opening.chunk_id FROM unnest(found.related_scopes) AS other (scope), LATERAL (
           SELECT place, chunk_id FROM chunks
           WHERE revision_id = found.revision_id AND chunks.scope = other.scope ORDER BY place LIMIT 1) AS opening
       ) AS named) AS why
     FROM documents JOIN chunks AS found USING (revision_id)
     WHERE document_id = $1 AND found.chunk_id = $2 AND ($3 OR audience && $4::text[])`,
    values: [docId, chunkId, user.role !== "user", principals, RELATED],
  });
  const [row] = rows;
  if (row === undefined) return refused(404, "CHUNK_NOT_FOUND", "No such chunk in this document.");
  const doc = { id: row.document_id, title: row.title, version: row.version };
  const { chunk, related: related_chunks, why: related, previous: previous_chunk_id, next: next_chunk_id } = row;
  if (!ALIKE) return [200, { reference: { doc, chunk, related_chunks, related, previous_chunk_id, next_chunk_id } }];
  const ids = JSON.stringify({ previous_chunk_id, next_chunk_id }).slice(1, -1);
  return [
    200,
    `{"reference":{"doc":${JSON.stringify(doc)},"chunk":${chunk},"related_chunks":${related_chunks},"related":${JSON.stringify(related)},${ids}}}`,
  ];
}

/** The search itself is the product's own; only the way to it is compared. */
export async function searchChunks(body: unknown, user: UserRow): Promise<Outcome> {
  const { query, limit } = (body ?? {}) as { query?: unknown; limit?: unknown };
  if (typeof query !== "string" || query === "" || typeof limit !== "number" || limit < 1 || limit > 100)
    return refused(400, "INVALID_REQUEST", "Malformed query.");
  const request = { query, limit, doc_ids: null, text_types: null };
  const found = await searchAndAnswer(request, user, { ...index.startSearch(), currentReader: async () => user });
  if (isRefusal(found)) return refused(400, found.code, sentenceOf(found.problems, "en"));
  return [200, found];
}
