import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { freePort, makeCertificate } from "@retrieval/contract";
import { browserBesideDemo, USERS } from "./browser.js";

const VERIFIER = "v".repeat(43);

/** An application on this machine: its metadata document, and where the browser returns to it. */
const folder = await mkdtemp(join(tmpdir(), "application-"));
const { cert, key } = await makeCertificate(folder, "application", ["-addext", "subjectAltName=IP:127.0.0.1"]);
const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
};
const callback = createServer((_, response) => response.end("back at the application"));
const redirect_uri = `http://127.0.0.1:${await listening(callback)}/callback`;
const documents = createSecureServer({ cert: await readFile(cert), key: await readFile(key) }, (_, response) =>
  response.end(JSON.stringify({ client_id, client_name: "Example assistant", redirect_uris: [redirect_uri] })),
);
const host = `127.0.0.1:${await listening(documents)}`;
const client_id = `https://${host}/client.json`;

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const visits = browserBesideDemo({
  ...{ MCP: "true", PORT: String(port), PUBLIC_URL: origin },
  ...{ OUTGOING_PRIVATE_NETWORKS: "127.0.0.1", NODE_EXTRA_CA_CERTS: cert },
});
afterAll(async () => {
  callback.close();
  documents.close();
  await rm(folder, { recursive: true });
});

const asked = `${origin}/oauth/authorize?${new URLSearchParams({
  ...{ client_id, redirect_uri, response_type: "code", state: "s1", resource: `${origin}/mcp` },
  ...{ code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"), code_challenge_method: "S256" },
})}`;

async function mcp(token: string): Promise<number> {
  const headers = {
    ...{ Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    Accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  return (await fetch(`${origin}/mcp`, { method: "POST", headers, body })).status;
}

it("A reader connects an application after the sign-in from the portal, sees it among the tokens, and revokes it", async () => {
  const { page, context } = await visits().open();
  await page.goto(asked);
  await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
  expect(await page.getByRole("link", { name: "Go to the portal" }).getAttribute("target")).toBe("_blank");
  const portal = await context.newPage();
  await portal.goto(`${origin}/#sso_token=${await visits().demo.token(USERS.general)}`);
  // The page that waited goes on by itself.
  await page.getByRole("heading", { name: `Connect ${host} to the documents?` }).waitFor();
  await page.getByText(client_id, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByText("back at the application").waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("state"), searchParams.get("iss")]).toEqual(["s1", origin]);
  const code = searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", code, client_id, redirect_uri, code_verifier: VERIFIER };
  const answer = await fetch(`${origin}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
  const { access_token } = (await answer.json()) as { access_token: string };
  expect(await mcp(access_token)).toBe(200);
  await portal.goto(`${origin}/tokens`);
  await portal.getByRole("cell", { name: "A connected application (MCP)" }).waitFor();
  await portal.getByRole("button", { name: /^Revoke/ }).click();
  await portal.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await portal.getByText(/is revoked\.$/).waitFor();
  expect(await mcp(access_token)).toBe(401);
  visits().forgive();
});

it("A reader denies an application, which is told so; the request is over then", async () => {
  const { page } = await visits().openAs(USERS.general);
  await page.goto(asked);
  const waiting = page.url();
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByText("back at the application").waitFor();
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  await page.goto(waiting);
  await page.getByRole("heading", { name: "No application waits for your answer" }).waitFor();
  visits().forgive();
});

it("A request that is not valid is explained, to a user who is not signed in too", async () => {
  const { page } = await visits().open();
  await page.goto(`${origin}/oauth/authorize?client_id=${encodeURIComponent("https://none.invalid/client.json")}`);
  await page.getByRole("heading", { name: "The application cannot be connected" }).waitFor();
});
