import { afterEach, describe, expect, it } from "@jest/globals";
import { SessionChangedError } from "../src/api/errors.js";
import { Waiting } from "../src/api/waiting.js";
import { ARRIVAL_KEY } from "../src/arrival/take-arrival.js";
import { SessionKeeper } from "../src/session/session-keeper.js";
import { SessionStore } from "../src/session/session-store.js";
import { aStorage } from "./storage.js";

interface TestUser {
  user_id: string;
  role: "admin" | "user";
}

const keepers: SessionKeeper[] = [];
// A keeper that cannot reach the service would retry for as long as the process lives.
afterEach(() => {
  for (const keeper of keepers.splice(0)) keeper.signOut();
});

/** A keeper, with a service that answers each path as given; by default it knows these tokens. */
function keeping(tokens: Record<string, TestUser>) {
  const tab = aStorage();
  const local = aStorage();
  const store = new SessionStore(local, tab);
  const waiting = new Waiting();
  const left: boolean[] = [];
  const sent: { method: string; path: string; token: string | null; keepalive?: boolean }[] = [];
  const answers = new Map<string, () => Response | Promise<Response>>();
  const refusal = (status: number, code: string, headers = {}) =>
    Response.json({ error: { code, message: code } }, { status, headers });
  const keeper = new SessionKeeper({
    url: "https://service.example",
    store,
    waiting,
    language: () => "en",
    onLeave: ({ address }) => void left.push(address),
    async fetch(url, init) {
      const path = new URL(String(url)).pathname;
      const token = new Headers(init?.headers).get("authorization")?.slice("Bearer ".length) ?? null;
      sent.push({ method: init?.method ?? "GET", path, token, ...(init?.keepalive && { keepalive: true }) });
      const told = answers.get(path);
      if (told) return told();
      const user = tokens[token ?? ""];
      return user
        ? Response.json({ ...user, display_name: user.user_id, expires_at: "2099-01-01T00:00:00.000Z" })
        : refusal(401, "UNAUTHORIZED");
    },
  });
  keepers.push(keeper);
  return { keeper, store, local, tab, waiting, left, sent, answers, refusal };
}

const ADMIN: TestUser = { user_id: "000001", role: "admin" };
const RULE = "/api/manage/documents/d/access-rules";
const READER: TestUser = { user_id: "001234", role: "user" };

describe("A session", () => {
  it("is not ended by a late refusal of the one before it", async () => {
    const { keeper, store, answers, refusal, sent } = keeping({ old: READER, new: READER });
    store.keep("old");
    await keeper.open();
    let answer = (_response: Response) => {};
    answers.set("/api/documents", () => new Promise<Response>((resolve) => (answer = resolve)));
    const call = keeper.api.client.listReadableDocuments();
    while (!sent.some(({ path }) => path === "/api/documents")) await new Promise(setImmediate);
    store.keep("new");
    answer(refusal(401, "UNAUTHORIZED"));
    await expect(call).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(store.token()).toBe("new");
  });

  it("is ended by the refusal of its own token", async () => {
    const { keeper, store, answers, refusal, left } = keeping({ mine: READER });
    store.keep("mine");
    await keeper.open();
    answers.set("/api/documents", () => refusal(401, "UNAUTHORIZED"));
    await expect(keeper.api.client.listReadableDocuments()).rejects.toMatchObject({ status: 401 });
    expect(keeper.state()).toEqual({ kind: "signed-out", why: "expired", link: null });
    expect(store.token()).toBeNull();
    // The address stays: after signing in, the page continues there.
    expect(left).toEqual([false]);
  });

  it("repeats no call with the token of another user who signed in meanwhile", async () => {
    const { keeper, store, waiting, answers, refusal, sent } = keeping({ admin: ADMIN, other: READER });
    store.keep("admin");
    await keeper.open();
    answers.set(RULE, () => refusal(503, "UNAVAILABLE", { "Retry-After": "60" }));
    const call = keeper.api.client.changeAccessRules({ document_id: "d", body: {} });
    await new Promise<void>((resolve) => void waiting.subscribe(resolve));
    store.keep("other");
    waiting.tryNow();
    await expect(call).rejects.toThrow(SessionChangedError);
    expect(sent.filter(({ path }) => path === RULE)).toMatchObject([{ path: RULE, token: "admin" }]);
  });

  it("is ended on the service too when its user signs out", async () => {
    const { keeper, store, answers, sent } = keeping({ mine: READER });
    store.keep("mine");
    await keeper.open();
    answers.set("/api/session", () => new Response(null, { status: 204 }));
    keeper.signOut();
    // At once, whatever the service does.
    expect(keeper.state()).toMatchObject({ kind: "signed-out", why: "by-hand" });
    while (!sent.some(({ method }) => method === "DELETE")) await new Promise(setImmediate);
    expect(sent.at(-1)).toEqual({ method: "DELETE", path: "/api/session", token: "mine", keepalive: true });
  });

  it("aborts waiting calls on sign-out, and leaves the page", async () => {
    const { keeper, store, waiting, answers, refusal, left } = keeping({ mine: READER });
    store.keep("mine");
    await keeper.open();
    answers.set("/api/documents", () => refusal(503, "UNAVAILABLE", { "Retry-After": "60" }));
    const call = keeper.api.client.listReadableDocuments();
    await new Promise<void>((resolve) => void waiting.subscribe(resolve));
    keeper.signOut();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(waiting.shown()).toBeNull();
    expect(left).toEqual([true]);
  });

  it("adopts a changed role, and forgets what the old one saw", async () => {
    const tokens: Record<string, TestUser> = { mine: ADMIN };
    const { keeper, store, answers, refusal, left } = keeping(tokens);
    store.keep("mine");
    await keeper.open();
    tokens.mine = { ...ADMIN, role: "user" };
    answers.set("/api/manage/users", () => refusal(403, "FORBIDDEN"));
    await expect(keeper.api.client.listUsers()).rejects.toMatchObject({ status: 403 });
    while (left.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(keeper.state()).toMatchObject({ kind: "signed-in", session: { role: "user" } });
    expect(left).toEqual([false]);
  });

  it("of another user in another tab leaves this page; one of the same user stays", async () => {
    const { keeper, store, left } = keeping({ admin: ADMIN, again: ADMIN, other: READER });
    store.keep("admin");
    await keeper.open();
    store.keep("again");
    await keeper.open({ elsewhere: true });
    expect(left).toEqual([]);
    store.keep("other");
    await keeper.open({ elsewhere: true });
    expect(left).toEqual([true]);
    expect(keeper.state()).toMatchObject({ kind: "signed-in", session: { user_id: "001234" } });
  });

  it("stays while the service cannot check it", async () => {
    const { keeper, store, answers } = keeping({ mine: READER });
    store.keep("mine");
    await keeper.open();
    answers.set("/api/session", () => Response.json({}, { status: 502 }));
    await keeper.open({ elsewhere: true });
    expect(keeper.state()).toMatchObject({ kind: "signed-in", session: { user_id: "001234" } });
  });

  it("keeps asking which user to use until it is answered", async () => {
    const { keeper, store, tab } = keeping({ mine: READER, link: ADMIN });
    store.keep("mine");
    tab.setItem(ARRIVAL_KEY, JSON.stringify({ token: "link" }));
    await keeper.open();
    expect(keeper.state()).toMatchObject({ kind: "asking" });
    await keeper.open();
    const state = keeper.state();
    if (state.kind !== "asking") throw new Error("it no longer asks");
    keeper.answerLink(state.current);
    await keeper.open();
    expect(keeper.state()).toMatchObject({ kind: "signed-in", session: { user_id: "001234" } });
    expect(store.token()).toBe("mine");
  });
});
