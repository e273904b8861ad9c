import { signRequest } from "@retrieval/core";
import type { Company } from "./company.js";
import { ask } from "./keep-alive-connection.js";

export const KINDS = ["sign-in", "reference", "search"] as const;
export type Kind = (typeof KINDS)[number];

const DIFFERENT = 200;
const READERS = 50;
const QUERIES = ["育児休業", "有給休暇", "手当", "expenses", "懲戒", "退職", "情報", "評価"];

/** A request as bytes, prepared before the measurement. */
export function requestBytes(
  path: string,
  body: object | null,
  token: string | null = null,
  { method = body === null ? "GET" : "POST", headers = [] as readonly string[] } = {},
): Buffer {
  const text = body === null ? "" : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: retrieval.example.com",
    "X-Forwarded-Proto: https",
    "X-Forwarded-For: 203.0.113.7",
    "Origin: https://portal.example.com",
    ...(body === null ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

export interface Requests extends Readonly<Record<Kind, readonly Buffer[]>> {
  /** Session tokens of some readers. */
  readonly tokens: readonly string[];
}

/** The same requests for every server, except for the tokens, which each server has issued itself. */
export async function requestsFor(port: number, company: Company): Promise<Requests> {
  const tokens: string[] = [];
  for (const user_id of company.user_ids.slice(0, READERS)) {
    const { status, body } = await ask(port, signInRequest(company, user_id));
    if (status !== 200) throw new Error(`a sign-in was answered ${status}: ${body()}`);
    tokens.push((JSON.parse(body()) as { token: string }).token);
  }
  const many = (make: (i: number, token: string) => Buffer) =>
    Array.from({ length: DIFFERENT }, (_, i) => make(i, tokens[i % tokens.length] as string));
  const { user_ids, chunks } = company;
  return {
    tokens,
    "sign-in": many((i) => signInRequest(company, user_ids[(i * 7) % user_ids.length] as string)),
    reference: many((i, token) => requestBytes("/api/reference", chunks[(i * 31) % chunks.length] as object, token)),
    search: many((i, token) => requestBytes("/api/search", { query: QUERIES[i % QUERIES.length], limit: 10 }, token)),
  };
}

export function signInRequest({ secret }: Pick<Company, "secret">, user_id: string): Buffer {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = signRequest(secret, user_id, timestamp);
  return requestBytes("/api/auth/sso-token", { user_id, timestamp, signature });
}
