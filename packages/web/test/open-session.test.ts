import { describe, expect, it } from "@jest/globals";
import { RefusalError } from "@retrieval/api/client";
import type { Api } from "../src/api/client.js";
import { ARRIVAL_KEY, type Arrival } from "../src/arrival/take-arrival.js";
import { openSession } from "../src/session/open-session.js";
import { SessionStore } from "../src/session/session-store.js";
import { aStorage } from "./storage.js";

const USERS: Readonly<Record<string, { user_id: string; display_name: string }>> = {
  "of-misaki": { user_id: "001234", display_name: "髙橋 美咲" },
  "of-misaki-again": { user_id: "001234", display_name: "髙橋 美咲" },
  "of-takuya": { user_id: "002358", display_name: "山﨑 拓也" },
};

/** A browser with a stored token opens a link with another one. */
async function opening({ kept, arrival }: { kept?: string; arrival?: Arrival }) {
  const [local, tab] = [aStorage(), aStorage()];
  const store = new SessionStore(local, tab);
  if (kept) store.keep(kept);
  if (arrival) tab.setItem(ARRIVAL_KEY, JSON.stringify(arrival));
  const api = {
    as: (token: string) => ({
      async readSession() {
        if (token === "away") throw new RefusalError("UNAVAILABLE", 503, "away", [], 0, null);
        const user = USERS[token];
        if (!user) throw new RefusalError("UNAUTHORIZED", 401, "no", [], 0, null);
        return { body: { ...user, role: "user", expires_at: "2026-11-21T12:00:00.000Z" } };
      },
    }),
  } as unknown as Api;
  const state = await openSession(api, store).catch((error: unknown) => error);
  return { state, kept: store.token(), arrival: store.arrival() };
}

describe("Opening the pages", () => {
  it("signs in with the token of a link, and keeps it", async () => {
    const { state, kept, arrival } = await opening({ arrival: { token: "of-misaki" } });
    expect(state).toMatchObject({ kind: "signed-in", session: { user_id: "001234" }, link: null });
    expect([kept, arrival]).toEqual(["of-misaki", null]);
  });

  it("continues the stored session", async () => {
    const { state } = await opening({ kept: "of-misaki" });
    expect(state).toMatchObject({ kind: "signed-in", session: { token: "of-misaki" }, link: null });
  });

  it("takes a newer token of the same user without asking", async () => {
    const { state, kept } = await opening({ kept: "of-misaki", arrival: { token: "of-misaki-again" } });
    expect(state).toMatchObject({ kind: "signed-in" });
    expect(kept).toBe("of-misaki-again");
  });

  it("asks before it switches users, and changes nothing until then", async () => {
    const { state, kept, arrival } = await opening({ kept: "of-misaki", arrival: { token: "of-takuya" } });
    // A reloaded page asks again.
    expect(arrival).toEqual({ token: "of-takuya" });
    expect(state).toMatchObject({
      kind: "asking",
      current: { user_id: "001234" },
      arriving: { user_id: "002358", token: "of-takuya" },
    });
    expect(kept).toBe("of-misaki");
  });

  it("does not ask on behalf of a session that has ended", async () => {
    const { state, kept } = await opening({ kept: "ended", arrival: { token: "of-takuya" } });
    expect(state).toMatchObject({ kind: "signed-in", session: { user_id: "002358" } });
    expect(kept).toBe("of-takuya");
  });

  it.each([
    [{ refused: "doubled" }, "doubled"],
    [{ refused: "too-long" }, "too-long"],
    [{ refused: "malformed" }, "malformed"],
    [{ token: "expired" }, "not-accepted"],
  ] as const)("keeps the session that was there when a link brings %j, and says why", async (arrival, link) => {
    const { state, kept } = await opening({ kept: "of-misaki", arrival });
    expect(state).toMatchObject({ kind: "signed-in", session: { user_id: "001234" }, link });
    expect(kept).toBe("of-misaki");
  });

  it("reports why a link signed no user in", async () => {
    const { state } = await opening({ arrival: { token: "expired" } });
    expect(state).toEqual({ kind: "signed-out", why: "never", link: "not-accepted" });
  });

  it("reports that a session has ended, and forgets it", async () => {
    const { state, kept } = await opening({ kept: "ended" });
    expect(state).toEqual({ kind: "signed-out", why: "expired", link: null });
    expect(kept).toBeNull();
  });

  it("loses nothing while the service is unavailable", async () => {
    const { state, kept, arrival } = await opening({ kept: "of-misaki", arrival: { token: "away" } });
    expect(state).toMatchObject({ code: "UNAVAILABLE" });
    expect([kept, arrival]).toEqual(["of-misaki", { token: "away" }]);
  });
});
