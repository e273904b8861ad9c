import { createHmac } from "node:crypto";
import { sessionKey, sharedSecret } from "@retrieval/core";
import { PREVIOUS_SECRET, SECRET } from "../test/harness.js";
import type { ServiceProcess } from "../test/process/service-process.js";
import type { BadTokens } from "./broken-in-one-place.js";
import { LEFT, PASSING, type Tokens, WITH_ORIGINAL } from "./drawn-requests.js";
import type { KnownThings } from "./known-things.js";

/** The users whose sessions the requests use. */
export const LASTING = ["000001", "reader-1", "developer-1"];
/** A user whose session has ended. */
export const LEAVER = "leaver-1";

async function call(service: ServiceProcess, path: string, token: string, body: object, method = "PUT"): Promise<void> {
  await send(service, path, { method, token, body: JSON.stringify(body) });
}

async function send(
  service: ServiceProcess,
  path: string,
  init: Parameters<ServiceProcess["fetch"]>[1],
): Promise<void> {
  const response = await service.fetch(path, init);
  if (!response.ok) throw new Error(`${init?.method} ${path}: ${response.status} ${await response.text()}`);
}

/** Users of each role, and invalid tokens. */
export async function makePeople(
  service: ServiceProcess,
  things: KnownThings,
): Promise<{ tokens: Tokens; bad: BadTokens }> {
  const admin = await service.signIn("000001");
  const putUser = (user_id: string, record: object) =>
    call(service, `/api/manage/users/${user_id}`, admin, { display_name: `Name of ${user_id}`, ...record });
  await putUser("reader-1", { permission_groups: ["group 1"], department_code: "D1" });
  await putUser("developer-1", { role: "developer" });
  await putUser(LEAVER, { is_active: true });
  for (let i = 0; i < 150; i += 1) {
    await putUser(`n${i}`, { department_code: `D${i % 20}`, permission_groups: [`group ${i % 10}`] });
    things.users.push(`n${i}`);
  }
  for (const user_id of LEFT) await putUser(user_id, { is_active: false });
  const [reader, developer, leaver] = await Promise.all(
    ["reader-1", "developer-1", LEAVER].map((id) => service.signIn(id)),
  );
  await putUser(LEAVER, { is_active: false });
  return {
    tokens: { admin, readers: [reader as string, reader as string, developer as string, admin] },
    bad: {
      ofUser: reader as string,
      refused: {
        "a token of a deactivated user": `Bearer ${leaver}`,
        "a garbled token": `Bearer ${admin.slice(0, -4)}AAAA`,
        "an expired token": `Bearer ${resigned(admin, { exp: Math.floor(Date.now() / 1000) - 60 }, SECRET)}`,
        "a token of another key": `Bearer ${resigned(admin, {}, PREVIOUS_SECRET)}`,
        "a token of no algorithm": `Bearer ${unsigned(admin)}`,
        "a token of another scheme": `Basic ${admin}`,
        "an invalid token": "Bearer \u00ff\u00fe.x.y",
        "two tokens": `Bearer ${admin}, Bearer ${admin}`,
      },
    },
  };
}

/** Documents under rules of all kinds, with departments, chunks, drafts and an original file. */
export async function makeCompany(service: ServiceProcess, admin: string, things: KnownThings): Promise<void> {
  const departments = Array.from({ length: 20 }, (_, i) => ({ code: `D${i}`, name: `部署 ${i}` }));
  await call(service, "/api/manage/departments", admin, { departments });
  things.departments.push(...departments.map(({ code }) => code));
  for (let i = 0; i < 30; i += 1) {
    const access_rules = i % 3 === 0 ? {} : { allow_all: false, allowed_groups: [`group ${i % 10}`] };
    const chunks = Array.from({ length: 6 }, (_, n) => ({
      text_type: "paragraph",
      content: `第${n}条 従業員の休暇と労働時間は、規程 ${i} による。`,
      metadata: { section_path: [{ type: "article", label: `第${n}条`, title: "休暇" }] },
    }));
    await call(service, `/api/manage/documents/d${i}?wait=true`, admin, { title: `規程 ${i}`, access_rules, chunks });
    if (i % 2 === 0)
      await call(service, `/api/manage/documents/d${i}?wait=true`, admin, { publish: false, chunks: chunks.slice(1) });
    things.documents.push(`d${i}`);
  }
  for (const document_id of PASSING)
    await call(service, `/api/manage/documents/${document_id}?wait=true`, admin, {
      chunks: [{ text_type: "paragraph", content: "x" }],
    });
  await send(service, `/api/manage/documents/${WITH_ORIGINAL}?wait=true&original=readers&notice=confirm`, {
    method: "PUT",
    token: admin,
    headers: { "Content-Type": "text/markdown" },
    body: "# 規程\n\n第1条 従業員の休暇は、この規程による。\n",
  });
  const feed = await service.fetch("/api/manage/changes?after=0&limit=1000", { token: admin });
  const { items } = (await feed.json()) as { readonly items: readonly { readonly type: string; position: number }[] };
  things.ruleChanges.push(...items.filter(({ type }) => type === "access.changed").map(({ position }) => position));
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString()) as object;

/** A token with other claims, signed as by the service with this secret. */
function resigned(token: string, claims: object, secret: string): string {
  const signed = `${token.split(".")[0]}.${encoded({ ...claimsOf(token), ...claims })}`;
  return `${signed}.${createHmac("sha256", sessionKey(sharedSecret(secret)))
    .update(signed)
    .digest("base64url")}`;
}

function unsigned(token: string): string {
  return `${encoded({ alg: "none", typ: "JWT" })}.${encoded(claimsOf(token))}.`;
}
