import { afterEach, describe, expect, it } from "@jest/globals";
import { phraseOf } from "@retrieval/api/texts";
import { createPortalClient, importCalls, type PortalClientOptions, type UserEntry } from "@retrieval/portal";
import { json, type Responder, startLocalService } from "./local-service.js";

const SECRET = "s".repeat(64);
const users = (count: number): UserEntry[] =>
  Array.from({ length: count }, (_, i) => ({ user_id: `E${i}`, display_name: `User ${i}` }));
const ids = (entries: readonly { readonly user_id: string }[]) => entries.map(({ user_id }) => user_id);

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function clientOf(respond: Responder, options: Partial<PortalClientOptions> = {}) {
  const service = await startLocalService(respond);
  stop = service.stop;
  return {
    client: createPortalClient({ baseUrl: service.baseUrl, secret: SECRET, ...options }),
    calls: service.calls,
  };
}

const NO = { error: "no", problems: [{ code: "field.edge_space", field: "user_id" }] };

/** Creates every user, but refuses the entry at `failing` of each call and warns about the one after it. */
const creating =
  (failing?: number): Responder =>
  ({ body }, response) => {
    const users = body.users ?? [];
    const at = (index: number) => ({ index, user_id: users[index]?.user_id ?? "" });
    const refused = failing !== undefined && failing < users.length;
    json(response, refused ? 207 : 200, {
      created: users.length - (refused ? 1 : 0),
      updated: 0,
      skipped: 0,
      errors: refused ? [{ ...at(failing), ...NO }] : [],
      total_requested: users.length,
      ...(refused ? { warnings: [{ ...at(failing + 1), warning: "hm" }] } : {}),
    });
  };

const duplicateOf = (first_index: number) => ({
  error: `duplicate of entry ${first_index}`,
  problems: [{ code: "user_id.duplicate", first_index }],
});

describe("importCalls", () => {
  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [280, [100, 100, 80]],
  ])("splits %i users into calls of at most 100", (count, sizes) => {
    const entries = users(count);
    const calls = importCalls(entries, true);
    expect(calls.map(({ users }) => users.length)).toEqual(sizes);
    expect(calls.flatMap(({ users }) => users)).toEqual(entries);
    expect(calls.every(({ update_existing }) => update_existing)).toBe(true);
  });
});

describe("importUsers", () => {
  it("makes calls of 100 with the admin's token, and combines their answers", async () => {
    const { client, calls } = await clientOf(creating(7));
    const entries = users(250);
    expect(await client.importUsers(entries, { token: "admin", updateExisting: true })).toEqual({
      ok: true,
      created: 247,
      updated: 0,
      skipped: 0,
      errors: [7, 107, 207].map((index) => ({ index, user_id: `E${index}`, ...NO })),
      warnings: [8, 108, 208].map((index) => ({ index, user_id: `E${index}`, warning: "hm" })),
      total_requested: 250,
    });
    expect(calls.map(({ url }) => url)).toEqual(Array(3).fill("/api/manage/users/bulk"));
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill("Bearer admin"));
    expect(calls.map(({ body }) => body.update_existing)).toEqual([true, true, true]);
    expect(calls.flatMap(({ body }) => body.users)).toEqual(entries);
  });

  it("updates no user by default, and makes no call for an empty list", async () => {
    const { client, calls } = await clientOf(creating());
    await client.importUsers(users(1), { token: "admin" });
    expect(calls[0]?.body.update_existing).toBe(false);
    const nothing = { ok: true, created: 0, updated: 0, skipped: 0, errors: [], total_requested: 0 };
    expect(await client.importUsers([], { token: "admin" })).toEqual(nothing);
    expect(calls).toHaveLength(1);
  });

  it("agrees to deactivations for the whole list, less what earlier calls did", async () => {
    const { client, calls } = await clientOf((call, response, i) => {
      const entries = call.body.users?.length ?? 0;
      const done = { created: 0, updated: entries, skipped: 0, errors: [], total_requested: entries };
      json(response, 200, i === 0 ? { ...done, deactivated: 40 } : i === 1 ? { ...done, deactivated: 30 } : done);
    });
    const outcome = await client.importUsers(users(250), { token: "admin", updateExisting: true, yesDeactivate: 60 });
    expect(outcome).toMatchObject({ ok: true, updated: 250, deactivated: 70 });
    expect(calls.map(({ url }) => url)).toEqual([
      "/api/manage/users/bulk?yes_deactivate=60",
      "/api/manage/users/bulk?yes_deactivate=20",
      "/api/manage/users/bulk",
    ]);
  });

  it("takes the first of two entries for one user, even if they would be in two calls", async () => {
    const { client, calls } = await clientOf(creating(5));
    const entries = users(210);
    entries.splice(1, 0, { user_id: "E0", display_name: "Impostor" });
    entries.push({ user_id: "E3", display_name: "Impostor" });
    const outcome = await client.importUsers(entries, { token: "admin", updateExisting: true });
    expect(outcome).toMatchObject({ ok: true, created: 207, total_requested: 212 });
    expect(outcome).toHaveProperty("errors", [
      { index: 1, user_id: "E0", ...duplicateOf(0) },
      { index: 6, user_id: "E5", ...NO },
      { index: 106, user_id: "E105", ...NO },
      { index: 206, user_id: "E205", ...NO },
      { index: 211, user_id: "E3", ...duplicateOf(4) },
    ]);
    expect(calls.flatMap(({ body }) => ids(body.users ?? []))).toEqual(ids(users(210)));
  });

  it("says in the client's language that an entry is a duplicate", async () => {
    const { client } = await clientOf(creating(), { language: "ja" });
    const entries = [...users(1), ...users(1)];
    expect(await client.importUsers(entries, { token: "admin" })).toMatchObject({
      errors: [{ index: 1, error: phraseOf([{ code: "user_id.duplicate", first_index: 0 }], "ja") }],
    });
  });

  it("stops at a call that fails, and says what was done and what remains", async () => {
    const error = { code: "UNAUTHORIZED", message: "Expired.", problems: [{ code: "token.not_valid" }] };
    const { client, calls } = await clientOf((call, response, i) =>
      i === 1 ? json(response, 401, { error }) : creating()(call, response, i),
    );
    const outcome = await client.importUsers(users(250), { token: "admin" });
    expect(outcome).toMatchObject({ ok: false, ...error, status: 401, done: { created: 100, total_requested: 100 } });
    expect(outcome.ok ? [] : ids(outcome.remaining)).toEqual(ids(users(250).slice(100)));
    expect(calls).toHaveLength(2);
  });

  it("does not accept an answer that is not an import's", async () => {
    const answer = { created: 1, updated: 0, skipped: 0, errors: [], total_requested: 1 };
    const strange: unknown[] = [null, {}, { ...answer, errors: undefined }, { ...answer, total_requested: 2 }];
    const { client } = await clientOf((_, response, i) => json(response, 200, strange[i]));
    for (const _ of strange) {
      const outcome = await client.importUsers(users(1), { token: "admin" });
      expect(outcome).toMatchObject({ ok: false, code: "CONNECTION_FAILED", remaining: users(1) });
    }
  });

  it.each([
    [429, () => "0"],
    [503, () => "0"],
    [503, () => new Date(1_000_000).toUTCString()],
  ])("repeats a call that is refused temporarily (%i)", async (status, retryAfter) => {
    const error = { code: "UNAVAILABLE", message: "Later." };
    const { client, calls } = await clientOf(
      (call, response, i) =>
        i < 3 ? json(response, status, { error }, { "Retry-After": retryAfter() }) : creating()(call, response, i),
      { now: () => 1_000_000 },
    );
    expect(await client.importUsers(users(2), { token: "admin" })).toMatchObject({ ok: true, created: 2 });
    expect(calls).toHaveLength(4);
  });

  it("waits as long as Retry-After asks", async () => {
    const { client } = await clientOf((call, response, i) =>
      i === 0 ? json(response, 503, {}, { "Retry-After": "1" }) : creating()(call, response, i),
    );
    const begin = performance.now();
    expect(await client.importUsers(users(1), { token: "admin" })).toMatchObject({ ok: true });
    expect(performance.now() - begin).toBeGreaterThan(990);
  });

  it("stops retrying, and does not wait for longer than a minute", async () => {
    const error = { code: "RATE_LIMITED", message: "Later." };
    for (const [retryAfter, asked] of [
      ["0", 4],
      ["61", 1],
    ] as const) {
      const { client, calls } = await clientOf((_, response) =>
        json(response, 429, { error }, { "Retry-After": retryAfter }),
      );
      expect(await client.importUsers(users(1), { token: "admin" })).toMatchObject({ ok: false, ...error });
      expect(calls).toHaveLength(asked);
      await stop?.();
    }
  });
});
