import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sentenceOf } from "@retrieval/api/texts";
import { synchroniseUser } from "@retrieval/core/use-cases";
import {
  html,
  PortalUsers,
  type RunningPortal,
  type SampleUser,
  sampleCast,
  sampleUsers,
  startPortal,
} from "@retrieval/demo";
import { pino } from "pino";
import { SECRET, startTestService, type TestService } from "./harness.js";

const { general, factory } = sampleCast;

describe("the sample portal", () => {
  let t: TestService;
  let portal: RunningPortal;
  const lines: string[] = [];
  beforeAll(async () => {
    t = await startTestService();
    // The portal signs by this machine's clock.
    t.clock.seconds = Math.floor(Date.now() / 1000);
    await synchroniseUser(general.user_id, { display_name: general.display_name }, null, t.service.deps.users);
    const logger = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
    portal = await startPortal({ ports: [0] }, logger);
  });
  afterAll(async () => {
    await portal.finish();
    await t.close();
  });

  const send = (path: string, init: RequestInit = {}) =>
    fetch(portal.origin + path, { redirect: "manual", ...init, headers: { "Accept-Language": "en", ...init.headers } });
  const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    send(path, { method: "POST", body: new URLSearchParams(fields), headers });
  async function logIn(user_id: string): Promise<{ Cookie: string }> {
    const answer = await post("/log-in", { user_id });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
    return { Cookie: String(answer.headers.get("set-cookie")).split(";")[0] as string };
  }

  /** The answer of the first page to a request for this host. */
  const statusAt = (host: string) =>
    new Promise((resolve, reject) => {
      const asked = request(portal.origin, { headers: { Host: host } }, (res) => resolve(res.resume().statusCode));
      asked.on("error", reject).end();
    });

  it("explains that the service does not answer while it does not run", async () => {
    const answer = await post("/open", {}, await logIn(general.user_id));
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain("The document search does not answer");
    portal.connect({ url: t.url, secret: SECRET });
  });

  it("shows the cast first, then all head-office users page by page, with their names as stored", async () => {
    const first = await (await send("/")).text();
    for (const { user_id, display_name } of Object.values(sampleCast)) {
      expect(first).toContain(`value="${user_id}"`);
      expect(first).toContain(display_name);
    }
    const seen: string[] = [];
    for (let page = 1; page <= 12; page += 1) {
      const text = await (await send(`/?page=${page}`)).text();
      const list = text.slice(text.indexOf('class="users"'));
      seen.push(...[...list.matchAll(/name="user_id" value="(\d+)"/g)].map(([, user_id]) => user_id as string));
    }
    const headOffice = sampleUsers().filter(({ head_office }) => head_office);
    expect(seen).toEqual(headOffice.map(({ user_id }) => user_id));
  });

  it("opens the service for the logged-in user, with their token, in one redirect", async () => {
    const cookie = await logIn(general.user_id);
    const home = await send("/", { headers: cookie });
    const text = await home.text();
    expect(text).toContain(general.display_name);
    expect(text).toContain('action="/open" target="_blank" rel="noopener"');

    const answer = await post("/open", { user_id: "000001" }, cookie);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    const [page, token = ""] = (answer.headers.get("location") ?? "").split("#sso_token=");
    expect(page).toBe(`${t.url}/`);
    const session = await t.http().get("/api/session").set("Authorization", `Bearer ${token}`);
    expect(session.body).toMatchObject({ user_id: general.user_id, display_name: general.display_name });
    expect(await answer.text()).toBe("");
    expect(text + lines.join("") + t.log()).not.toContain(token);
  });

  it("explains that a user is not registered, and does not log it", async () => {
    const before = lines.length;
    const answer = await post("/open", {}, await logIn(factory.user_id));
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("This employee number is not registered.");
    expect(lines.length).toBe(before);
  });

  it("explains that the service refused it, and logs only the code", async () => {
    portal.connect({ url: t.url, secret: SECRET.replace("0", "1") });
    const answer = await post("/open", {}, await logIn(general.user_id));
    expect(answer.status).toBe(502);
    const text = await answer.text();
    expect(text).toContain("refused this portal&#39;s request");
    expect(text).toContain(sentenceOf([{ code: "signature.wrong" }], "en"));
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ code: "INVALID_SIGNATURE", detail: null });

    portal.connect({ url: "http://127.0.0.1:2", secret: SECRET });
    expect((await post("/open", {}, await logIn(general.user_id))).status).toBe(502);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ code: "CONNECTION_FAILED", detail: "ECONNREFUSED" });
    portal.connect({ url: t.url, secret: SECRET });
  });

  it("shows the service's reason in the language of the page", async () => {
    portal.connect({ url: t.url, secret: SECRET.replace("0", "1") });
    const answer = await post("/open", {}, { ...(await logIn(general.user_id)), "Accept-Language": "ja" });
    portal.connect({ url: t.url, secret: SECRET });
    expect(await answer.text()).toContain(sentenceOf([{ code: "signature.wrong" }], "ja"));
  });

  it("ends the session at logout, and opens nothing without a session", async () => {
    const cookie = await logIn(general.user_id);
    expect((await post("/log-out", {}, cookie)).headers.get("location")).toBe("/");
    for (const headers of [cookie, { Cookie: "portal_session=guess" }, {} as Record<string, string>]) {
      const answer = await post("/open", {}, headers);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
      expect(await (await send("/", { headers })).text()).toContain("Log in");
    }
    const unknown = await post("/log-in", { user_id: "<script>" });
    expect([unknown.headers.get("location"), unknown.headers.get("set-cookie")]).toEqual(["/?gone", null]);
  });

  it("keeps its cookies from scripts and from other sites", async () => {
    for (const answer of [await post("/log-in", { user_id: general.user_id }), await send("/?lang=ja")])
      expect(answer.headers.get("set-cookie")).toMatch(/^portal_\w+=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("answers only this machine's own browser, on its own pages", async () => {
    for (const site of ["cross-site", "same-site", "none"]) {
      const answer = await post("/log-in", { user_id: general.user_id }, { "Sec-Fetch-Site": site });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
    }
    expect((await post("/log-in", { user_id: general.user_id }, { "Sec-Fetch-Site": "same-origin" })).status).toBe(303);
    for (const [host, status] of [
      ["evil.example", 403],
      ["127.0.0.1.evil.example", 403],
      ["localhost:3001", 200],
      ["[::1]", 200],
    ] as const)
      expect({ host, status: await statusAt(host) }).toEqual({ host, status });
  });

  it("answers a bad request with a page, and continues to run", async () => {
    for (const [path, init, status] of [
      ["/nothing", {}, 404],
      ["/%2e%2e/package.json", {}, 404],
      ["/open", {}, 405],
      ["/", { method: "DELETE" }, 405],
      ["/portal.css", { method: "POST" }, 405],
      ["/log-in", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }, 400],
      ["/log-in", { method: "POST", body: new URLSearchParams({ user_id: "1".repeat(5_000) }) }, 400],
    ] as const) {
      const answer = await send(path, init);
      expect({ path, status: answer.status }).toEqual({ path, status });
      expect(await answer.text()).toContain("Back to the portal");
    }
    expect((await send("/portal.css")).headers.get("content-type")).toBe("text/css; charset=utf-8");
  });

  it("escapes its input, and allows no script", async () => {
    const answer = await send(`/?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    const text = await answer.text();
    expect(text).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/i);
    expect(answer.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${t.url}; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  it("uses the browser's preferred language, and English if the browser asks for neither", async () => {
    for (const [accepted, language] of [
      ["", "en"],
      ["*", "en"],
      ["ja", "ja"],
      ["JA-jp, en;q=0.9", "ja"],
      ["en-GB, ja;q=0.9", "en"],
      ["fr, ja;q=0.1", "ja"],
      ["ja;q=0", "en"],
      ["ja;q=x", "en"],
    ] as const) {
      const text = await (await send("/", { headers: { "Accept-Language": accepted } })).text();
      expect({ accepted, language: /<html lang="(\w+)">/.exec(text)?.[1] }).toEqual({ accepted, language });
    }
  });

  it("uses the browser's language until the user chooses the other", async () => {
    expect(await (await send("/", { headers: { "Accept-Language": "ja,en;q=0.8" } })).text()).toContain(
      '<html lang="ja">',
    );
    const chosen = await send("/?lang=ja&q=%E5%B1%B1");
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, "/?q=%E5%B1%B1"]);
    const cookie = String(chosen.headers.get("set-cookie")).split(";")[0] as string;
    const page = await (await send("/", { headers: { Cookie: cookie } })).text();
    expect(page).toContain('<html lang="ja">');
    expect(page).toContain("/?lang=en");
  });

  it("names the setting to change if its port is taken and no other is allowed", async () => {
    const logger = pino({ level: "silent" });
    const port = Number(new URL(portal.origin).port);
    await expect(startPortal({ ports: [port] }, logger)).rejects.toThrow("PORTAL_PORT");
    const elsewhere = await startPortal({ ports: [port, 0] }, logger);
    expect(elsewhere.origin).not.toBe(portal.origin);
    await elsewhere.finish();
  });
});

describe("the portal's users", () => {
  it("are found by name, number, department and address, in the forms that users type", () => {
    const users = new PortalUsers();
    const found = (query: string) => users.search(query, 1).users.map(({ user_id }) => user_id);
    for (const query of [
      general.display_name,
      "高橋　美咲",
      "高橋美咲",
      "001234",
      "００１２３４",
      "takahashi.misaki@",
      "総務 美咲 髙橋",
    ])
      expect({ query, found: found(query) }).toEqual({ query, found: expect.arrayContaining([general.user_id]) });
    expect(users.search("001234 nothing", 1)).toMatchObject({ users: [], page: 1, pages: 1, total: 0 });
    expect(users.search("", 999)).toMatchObject({ page: 12, pages: 12, total: 280, before: 264 });
  });

  it("may have any name", async () => {
    const name = `<img src=x onerror="alert('&')">`;
    const user: SampleUser = { ...(sampleUsers()[0] as SampleUser), display_name: name };
    expect(new PortalUsers([user]).find(user.user_id)?.display_name).toBe(name);
    expect(html`<b title="${name}">${[name]}</b>${html`<i>${1}</i>`}${null}`.text).toBe(
      '<b title="&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;">&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;</b><i>1</i>',
    );
  });
});
