import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { aVersion, testServerUrl, WORK_RULES_IDS } from "@retrieval/contract";
import pg from "pg";
import { callAs, NOW, signedRequest, startTestService, type TestService } from "../test/harness.js";
import { disagreements } from "./agreement.js";
import { type Cut, MOMENTS, TcpProxy } from "./tcp-proxy.js";

const DOCUMENT = "work-rules";
const CHUNKS = WORK_RULES_IDS.length;
const PEOPLE = 5;
const ADMIN = "000001";
/** How long a signed request is valid, in seconds. */
const TOLERANCE = 300;
/**
 * A sample is enough where another cut has the same effect: half a message is treated like none, and a cut after an
 * answer of the server is one before its next.
 */
const SAMPLE_EVERY = 10;
const isSampled = ({ side, moment }: Omit<Cut, "message">) =>
  moment === "within" || (side === "server" && moment === "after");

/** The service's sessions, and those that are still busy. */
const SESSIONS = `SELECT count(*)::int AS sessions, count(*) FILTER (WHERE state <> 'idle')::int AS busy
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

/** One kind of write. Each has its own names, and its parts can be counted in data and audit log. */
interface Write {
  readonly prepare?: (n: number) => Promise<unknown>;
  readonly send: (n: number) => ReturnType<typeof callAs>;
  /** The status when it is done, and the status when it is sent again afterwards. */
  readonly done: readonly number[];
  readonly repeated: readonly number[];
  /** A statement that counts the existing parts. */
  readonly parts: string;
  readonly all: number;
}

describe("a connection to the database that is cut", () => {
  let proxy: TcpProxy;
  let t: TestService;
  let token: string;
  let direct: pg.Client;
  let n = 0;
  beforeAll(async () => {
    proxy = await TcpProxy.before(testServerUrl());
    t = await startTestService({
      serverUrl: proxy.url,
      env: { DATABASE_POOL_SIZE: "2", SSO_SINGLE_USE: "true", SSO_TIMESTAMP_TOLERANCE: String(TOLERANCE) },
    });
    // From now on only requests send messages to the database.
    await t.service.worker.stop();
    token = await t.signedIn(ADMIN, { role: "admin" });
    const url = new URL(t.databaseUrl);
    url.port = new URL(testServerUrl()).port;
    direct = new pg.Client({ connectionString: url.href });
    await direct.connect();
    const signIns = "SELECT FROM audit_entries WHERE kind = 'sign-in'";
    while ((await direct.query(signIns)).rowCount === 0) await sleep(50);
    await t.service.deps.chunks.publish(aVersion({ accepted: 1 }));
  });
  afterAll(async () => {
    await direct.end();
    await t.close();
    await proxy.close();
  });

  const name = (n: number) => `n${n}`;
  // Writes that read all users come first: each user's row is a message, and one more place for a cut.
  const WRITES: Readonly<Record<string, Write>> = {
    "a change of a rule": {
      send: (n) => {
        const rule = { allow_all: false, allowed_department_codes: [], allowed_groups: [name(n)], allowed_users: [] };
        const path = `/api/manage/documents/${DOCUMENT}/access-rules`;
        return callAs(t, token, "put", path, rule, { "If-Match": "*" });
      },
      done: [200],
      repeated: [200],
      parts: `(SELECT count(*) FROM documents WHERE audience = ARRAY['g:' || $1]) +
        (SELECT count(*) FROM rule_versions WHERE access_rules->'allowed_groups'->>0 = $1) +
        (SELECT count(*) FROM audit_entries WHERE details->'after'->'allowed_groups'->>0 = $1)`,
      all: 3,
    },
    "the publication of a draft": {
      prepare: (n) => t.service.deps.chunks.saveDraft(aVersion({ accepted: 1 + n, version: name(n) })),
      send: () => callAs(t, token, "post", `/api/manage/documents/${DOCUMENT}/publish`),
      done: [200],
      // No draft is left.
      repeated: [404],
      parts: `(SELECT count(*) FROM documents WHERE version = $1) +
        (SELECT count(*) FROM chunks JOIN documents USING (revision_id) WHERE version = $1) +
        (SELECT count(*) FROM term_vectors JOIN revisions USING (revision_id) WHERE version = $1) +
        (SELECT count(*) FROM document_states WHERE version = $1) +
        (SELECT count(*) FROM audit_entries WHERE details->>'version' = $1 AND kind = 'document-published')`,
      all: 4 + CHUNKS,
    },
    "an import of users": {
      send: (n) => {
        const users = Array.from({ length: PEOPLE }, (_, i) => ({ user_id: `${i}-${name(n)}`, display_name: name(n) }));
        return callAs(t, token, "post", "/api/manage/users/bulk", { users });
      },
      done: [200],
      repeated: [200],
      parts: `(SELECT count(*) FROM users WHERE display_name = $1) +
        (SELECT count(*) FROM user_states WHERE display_name = $1) +
        (SELECT count(*) FROM audit_entries WHERE kind = 'user-changed' AND user_id LIKE '%-' || $1)`,
      all: 3 * PEOPLE,
    },
    "a synchronisation record": {
      send: (n) => callAs(t, token, "put", `/api/manage/users/${name(n)}`, { display_name: name(n) }),
      done: [201],
      repeated: [200],
      parts: `(SELECT count(*) FROM users WHERE user_id = $1) +
        (SELECT count(*) FROM user_states WHERE user_id = $1) +
        (SELECT count(*) FROM audit_entries WHERE user_id = $1 AND details->>'result' = 'created')`,
      all: 3,
    },
    "the deletion of a document": {
      prepare: (n) => t.service.deps.chunks.publish(aVersion({ document_id: name(n), accepted: 1 })),
      send: (n) => callAs(t, token, "delete", `/api/manage/documents/${name(n)}`),
      done: [204],
      repeated: [404],
      parts: `(SELECT count(*) FROM documents WHERE document_id = $1 AND revision_id IS NULL) +
        (NOT EXISTS (SELECT FROM revisions WHERE document_id = $1))::int +
        (SELECT count(*) FROM document_states WHERE document_id = $1 AND version IS NULL) +
        (SELECT count(*) FROM audit_entries WHERE document_id = $1 AND kind = 'document-deleted')`,
      all: 4,
    },
    "a sign-in with a single-use signed request": {
      // The row is identified by the second of the signature.
      send: (n) => {
        t.clock.seconds = NOW + n;
        return t.http().post("/api/auth/sso-token").send(signedRequest(ADMIN, t.clock.seconds));
      },
      done: [200],
      repeated: [401],
      parts: `(SELECT count(*) FROM sign_in_uses WHERE until = ${NOW + TOLERANCE} + substr($1, 2)::int)`,
      all: 1,
    },
  };

  it.each(Object.entries(WRITES))(
    "%s is done completely or not at all, at whatever message the cut happens",
    async (what, write) => {
      const outcomes = { done: 0, "not done": 0, "done, and its answer lost": 0 };
      /**
       * The server may still run or read a commit when its connection is gone; it is over when the session is. So the parts
       * are counted after that, in a separate statement.
       */
      const there = async (): Promise<number> => {
        for (;;) {
          const [{ sessions, busy }] = (await direct.query(SESSIONS)).rows;
          if (busy === 0 && sessions <= proxy.connections) break;
          await sleep(1);
        }
        return (await direct.query(`SELECT (${write.parts})::int AS parts`, [name(n)])).rows[0].parts;
      };

      /** @returns false if the write has fewer messages */
      const cutAt = async (cut: Cut): Promise<boolean> => {
        n += 1;
        await write.prepare?.(n);
        proxy.cutAt(cut);
        const { status, headers } = await write.send(n);
        const wasCut = proxy.hasCut;
        proxy.cutAt(null);
        const parts = await there();
        const at = JSON.stringify({ ...cut, status, parts });
        if (status === 503) {
          expect(Number(headers["retry-after"])).toBeGreaterThan(0);
          // Never partial.
          expect([at, parts === 0 || parts === write.all]).toEqual([at, true]);
          outcomes[parts === 0 ? "not done" : "done, and its answer lost"] += 1;
        } else {
          expect([at, write.done]).toEqual([at, expect.arrayContaining([status])]);
          expect([at, parts]).toEqual([at, write.all]);
          outcomes.done += 1;
        }
        // The service may not have noticed the end of an idle connection yet: that costs one answer at most.
        let again = await write.send(n);
        if (again.status === 503) again = await write.send(n);
        const why = again.status === 503 ? lastReason(t.log()) : "";
        const answers = parts === write.all ? write.repeated : write.done;
        expect([at, why, answers]).toEqual([at, why, expect.arrayContaining([again.status])]);
        expect([at, await there()]).toEqual([at, write.all]);
        return wasCut;
      };

      let cuts = 0;
      for (const side of ["client", "server"] as const) {
        for (const moment of MOMENTS) {
          const step = isSampled({ side, moment }) ? SAMPLE_EVERY : 1;
          for (let message = 0; await cutAt({ side, message, moment }); message += step) cuts += 1;
        }
        expect(await disagreements(direct)).toEqual([]);
      }
      const counted = Object.entries(outcomes).map(([outcome, times]) => `${times} ${outcome}`);
      process.stdout.write(`${what}, cut at ${cuts} messages: ${counted.join("; ")}; never partial\n`);
      expect(cuts).toBeGreaterThan(25);
      expect(outcomes["not done"]).toBeGreaterThan(10);
      expect(outcomes["done, and its answer lost"]).toBeGreaterThan(0);
    },
  );
});

/** The logged reason of the last 503. */
function lastReason(log: string): string {
  return [...log.matchAll(/"reason":"([^"]*)"/g)].at(-1)?.[1] ?? "";
}
