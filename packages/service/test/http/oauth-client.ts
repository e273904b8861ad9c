import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";

export const HOST = "documents.example.com";
export const ORIGIN = `https://${HOST}`;
export const CLIENT_ID = "https://assistant.example.com/client.json";
export const REDIRECT = "https://assistant.example.com/callback";

/** The metadata document of an application. */
export const DOCUMENT = {
  client_id: CLIENT_ID,
  client_name: "Example assistant",
  redirect_uris: [REDIRECT, "http://127.0.0.1/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

/** Node's own fetch does not let its caller choose the Host. @param url the service's address on this machine */
export const fetchAt =
  (url: string) =>
  (asked: string | URL, { method = "GET", headers, body }: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { pathname, search, host } = new URL(asked);
      const sent = { method, headers: { ...Object.fromEntries(new Headers(headers)), host } };
      request(url + pathname + search, sent, async (answer) => {
        const { statusCode: status = 0, headers: answered } = answer;
        const text = (await textOf(answer)) || null;
        const kept = Object.entries(answered).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        );
        resolve(new Response(text, { status, headers: kept }));
      })
        .on("error", reject)
        .end(body instanceof URLSearchParams ? String(body) : body);
    });

/** The browser of a user: it follows redirects within the service, and keeps its cookies. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(private readonly fetch: ReturnType<typeof fetchAt>) {}

  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = this.cookieFor(new URL(address, ORIGIN).pathname);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...(cookie && { cookie }) };
    const answer = await this.fetch(new URL(address, ORIGIN), { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      this.#cookies.set(name, { value, path: line.match(/path=([^;]+)/i)?.[1] ?? "/" });
    }
    return answer;
  }

  cookieFor(pathname: string): string {
    const sent = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join("; ");
  }

  /** Opens an address of the authorization server. @returns where it leads */
  async open(address: string): Promise<URL> {
    const answer = await this.send(address);
    return new URL(answer.headers.get("location") ?? `${ORIGIN}/no-redirect?status=${answer.status}`, ORIGIN);
  }

  api(session: string, method: string, path: string, body?: object): Promise<Response> {
    const headers = { Authorization: `Bearer ${session}`, "Content-Type": "application/json" };
    return this.send(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  /** Opens the request of an application and answers it. @returns where the browser ends, with the code or the error */
  async decide(authorization: string | URL, session: string, allow: boolean): Promise<URL> {
    const page = await this.open(String(authorization));
    if (!page.pathname.startsWith("/authorize/")) throw new Error(`No consent is asked for: ${page}`);
    const answer = await this.api(session, "POST", waitingAt(page), { allow });
    if (answer.status !== 200) throw new Error(await answer.text());
    return this.open(((await answer.json()) as { redirect_to: string }).redirect_to);
  }
}

/** What an application keeps, for the official client library. */
export class Application implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadataUrl = CLIENT_ID;
  readonly clientMetadata = { client_name: DOCUMENT.client_name, redirect_uris: [REDIRECT] };
  authorization: URL | undefined;
  kept: Record<string, unknown> = {};

  clientInformation = () => this.#kept("client") as never;
  saveClientInformation = (client: unknown) => this.#keep("client", client);
  tokens = () =>
    this.#kept("tokens") as { access_token: string; refresh_token: string; token_type: string } | undefined;
  saveTokens = (tokens: unknown) => this.#keep("tokens", tokens);
  codeVerifier = () => this.#kept("verifier") as string;
  saveCodeVerifier = (verifier: string) => this.#keep("verifier", verifier);
  discoveryState = () => this.#kept("discovery") as never;
  saveDiscoveryState = (state: unknown) => this.#keep("discovery", state);
  redirectToAuthorization(authorization: URL): void {
    this.authorization = authorization;
  }

  #kept(name: string): unknown {
    return this.kept[name];
  }

  #keep(name: string, value: unknown): void {
    this.kept[name] = value;
  }
}

/** What answers for the document of {@link CLIENT_ID}. */
export const knowsDocument = async (url: URL) =>
  url.href === CLIENT_ID
    ? { status: 200, headers: {}, body: Buffer.from(JSON.stringify(DOCUMENT)), isComplete: true }
    : ({ failed: "host_unknown" } as const);

/** The address in the API of the request that a page of consent shows. */
export const waitingAt = ({ pathname }: URL) => pathname.replace("/authorize/", "/api/authorizations/");

/** The request of an application, by hand. */
export function authorizationAddress(fields: Readonly<Record<string, string>> = {}): string {
  const { code_challenge } = pkce();
  const asked = { client_id: CLIENT_ID, redirect_uri: REDIRECT, response_type: "code", code_challenge };
  const all = {
    ...asked,
    code_challenge_method: "S256",
    resource: `${ORIGIN}/mcp`,
    scope: "documents:read",
    ...fields,
  };
  return `${ORIGIN}/oauth/authorize?${new URLSearchParams(all)}`;
}

/** The two halves of PKCE. */
export function pkce() {
  const code_verifier = randomBytes(32).toString("base64url");
  return { code_verifier, code_challenge: createHash("sha256").update(code_verifier).digest("base64url") };
}
