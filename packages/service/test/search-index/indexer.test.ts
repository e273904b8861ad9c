import { beforeEach, describe, expect, it } from "@jest/globals";
import { anArticle, aParagraph, aVersion, useMigratedDatabase } from "@retrieval/contract";
import { UnavailableError } from "@retrieval/core/errors";
import { makeTermVectors } from "@retrieval/core/search";
import { bulkRequestsOf, type Claim, MissingIndexError, RefusedRequestError } from "@retrieval/opensearch";
import { PostgresChunkStore, PostgresIndexRegister, PostgresIndexSource } from "@retrieval/postgres";
import { sql } from "kysely";
import { IndexLostError } from "../../src/search-index/index-lost-error.js";
import { Indexer, type IndexerDeps } from "../../src/search-index/remote/indexer.js";

const NAME = "retrieval-1";

/** What OpenSearch would hold. Only what was refreshed counts. */
class HeldSections {
  readonly name = NAME;
  readonly claims = new Map<number, string>();
  /** By id: the version. */
  sections = new Map<string, number>();
  #sent = new Map<string, number>();
  isRefused = (_id: string) => false;
  isGone = false;

  async claim(claims: readonly Claim[]): Promise<boolean> {
    if (this.isGone) throw new MissingIndexError("gone");
    for (const { number, claim } of claims) if (!this.claims.has(number)) this.claims.set(number, claim);
    return claims.every(({ number, claim }) => this.claims.get(number) === claim);
  }

  async send(request: string): Promise<void> {
    const lines = request.trimEnd().split("\n");
    for (let i = 0; i < lines.length; i += 2) {
      const { _id, version } = JSON.parse(lines[i] as string).index;
      if (this.isRefused(_id)) throw new RefusedRequestError(400, "mapper_parsing_exception", "");
      this.#sent.set(_id, Math.max(version, this.#sent.get(_id) ?? 0));
    }
  }

  async refresh(): Promise<void> {
    this.sections = new Map(this.#sent);
  }

  async remove(numbers: readonly number[]): Promise<void> {
    const isOther = ([id]: readonly [string, unknown]) => !numbers.includes(Number(id.split("/")[0]));
    this.#sent = new Map([...this.#sent].filter(isOther));
    this.sections = new Map(this.#sent);
    for (const number of numbers) this.claims.delete(number);
  }

  async *sizes(): AsyncGenerator<readonly [number, number]> {
    const counts = new Map<number, number>();
    for (const id of this.sections.keys())
      counts.set(Number(id.split("/")[0]), (counts.get(Number(id.split("/")[0])) ?? 0) + 1);
    yield* [...counts].sort(([a], [b]) => a - b);
  }

  /** As if another program had deleted or added it. */
  lose(id: string): void {
    this.#sent.delete(id);
    this.sections.delete(id);
  }

  add(id: string): void {
    this.#sent.set(id, 1);
    this.sections.set(id, 1);
  }

  ids = () => [...this.sections.keys()].sort();
}

/** Fails at the so-manieth call, before or after the work, as if the process were killed there. */
function killedAt<T extends object>(of: T, state: { left: number }, after: boolean): T {
  return new Proxy(of, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      if (key === "sizes") return value.bind(target);
      return async (...args: unknown[]) => {
        state.left -= 1;
        if (state.left === 0 && !after) throw new Error("killed");
        const answer = await value.apply(target, args);
        if (state.left === 0) throw new Error("killed");
        return answer;
      };
    },
  });
}

describe("an index that one instance feeds", () => {
  const database = useMigratedDatabase("embedded");
  let index: HeldSections;
  let register: PostgresIndexRegister;
  let logged: string[];
  const run = async (text: string) => (await database().pool.query(text)).rows;

  async function publish(document_id: string, count: number): Promise<number> {
    const { rows } = await sql<{ number: string }>`SELECT nextval('acceptance') AS number`.execute(database().db);
    const accepted = Number(rows[0]?.number);
    const children = Array.from({ length: count }, (_, i) => anArticle(`第${i + 1}条`, "定め", aParagraph("日当")));
    const chunks = new PostgresChunkStore(database().db, async (title, made) => makeTermVectors(title, made));
    await chunks.publish(aVersion({ document_id, accepted, version: `${accepted}`, tree: { children } }));
    const [{ revision_id }] = await run(`SELECT revision_id FROM documents WHERE document_id = '${document_id}'`);
    return Number(revision_id);
  }

  function indexer(deps: Partial<IndexerDeps> = {}): Indexer {
    const source = new PostgresIndexSource(database().db, async (title, chunks) => makeTermVectors(title, chunks));
    const log = (facts: object, message?: string) => logged.push(`${message} ${JSON.stringify(facts)}`);
    return new Indexer({
      ...{ index, register, source },
      split: async (text, claimed_at) => bulkRequestsOf(text, claimed_at, null),
      takeTurn: async () => async () => undefined,
      now: () => 0,
      logger: { warn: log, error: log } as never,
      stopping: new AbortController().signal,
      ...deps,
    });
  }
  const sectionsOf = (number: number, count: number) =>
    index.ids().filter((id) => id.startsWith(`${number}/`)).length === count;

  async function begin(): Promise<void> {
    await database().empty();
    await run("DELETE FROM section_indexes");
    register = new PostgresIndexRegister(database().db, null);
    await register.add("layout", { name: NAME, dimensions: null });
    await register.choose(NAME);
    index = new HeldSections();
    logged = [];
  }
  beforeEach(begin);

  it("has the sections of all versions in force, and no others", async () => {
    const [a, b] = [await publish("a", 2), await publish("b", 1)];
    await indexer().run();
    expect([sectionsOf(a, 2), sectionsOf(b, 1), index.sections.size]).toEqual([true, true, 3]);
    const later = await publish("a", 1);
    await run(
      "UPDATE documents SET revision_id = NULL WHERE document_id = 'b'; DELETE FROM revisions WHERE document_id = 'b'",
    );
    await indexer().run();
    expect([sectionsOf(later, 1), index.sections.size, [...index.claims.keys()]]).toEqual([true, 1, [later]]);
    expect(await indexer().check()).toEqual({ revisions: 1, wrong: [] });
  });

  it.each([false, true])("is the same wherever its feeding is killed (after the call: %s)", async (after) => {
    for (let at = 1; ; at++) {
      await begin();
      await publish("a", 2);
      await indexer().run();
      const [b, later] = [await publish("b", 3), await publish("a", 1)];
      const state = { left: at };
      const killed = indexer({ index: killedAt(index, state, after), register: killedAt(register, state, after) });
      const isWhole = await killed.run().then(
        () => true,
        () => false,
      );
      await indexer().keep();
      expect([at, index.sections.size, sectionsOf(b, 3), sectionsOf(later, 1)]).toEqual([at, 4, true, true]);
      expect(await indexer().check()).toEqual({ revisions: 2, wrong: [] });
      expect(logged).toEqual([]);
      if (isWhole) break;
    }
  });

  it("is the same when two feed it at once", async () => {
    for (const document_id of ["a", "b", "c"]) await publish(document_id, 2);
    await Promise.all([indexer().run(), indexer().run(), indexer().run()]);
    expect(index.sections.size).toBe(6);
    expect(await indexer().check()).toEqual({ revisions: 3, wrong: [] });
  });

  it("is fed by nobody who has not the turn", async () => {
    await publish("a", 1);
    expect(await indexer({ takeTurn: async () => null }).run()).toBe(false);
    expect(index.sections.size).toBe(0);
  });

  it("gets what it lacks, and loses what it has too much, once a day", async () => {
    const [a, b] = [await publish("a", 2), await publish("b", 1)];
    let now = 0;
    const keeper = indexer({ now: () => now });
    await keeper.run();
    await keeper.keep();
    index.lose(`${a}/0`);
    index.add(`${b}/77`);
    await keeper.keep();
    expect(index.sections.size).toBe(3);
    expect(logged).toEqual([]);
    now = 24 * 3_600_000;
    await keeper.keep();
    expect([sectionsOf(a, 2), sectionsOf(b, 1)]).toEqual([true, true]);
    expect(logged).toEqual([expect.stringContaining("differed, and is mended")]);
  });

  it("is looked through again soon if that failed", async () => {
    const a = await publish("a", 2);
    const keeper = indexer();
    await keeper.run();
    index.lose(`${a}/0`);
    const { sizes } = index;
    index.sizes = () => {
      throw new UnavailableError("away");
    };
    await expect(keeper.keep()).rejects.toThrow("away");
    index.sizes = sizes;
    await keeper.keep();
    expect(sectionsOf(a, 2)).toBe(true);
  });

  it.each([
    [
      "gives out a number again",
      async () => run("UPDATE indexed_revisions SET claim = gen_random_uuid(), totals = NULL"),
    ],
    ["knows nothing of some of its sections", async () => run("DELETE FROM indexed_revisions")],
  ])("is left as it is by a database that %s", async (_, restore) => {
    const a = await publish("a", 2);
    await indexer().run();
    await restore();
    await run("UPDATE documents SET title = 'x'");
    await expect(indexer().keep()).rejects.toThrow(IndexLostError);
    expect(sectionsOf(a, 2)).toBe(true);
    expect(await register.chosen("layout")).toBeNull();
  });

  it("that is gone is lost", async () => {
    await publish("a", 1);
    index.isGone = true;
    await expect(indexer().run()).rejects.toThrow(IndexLostError);
  });

  it("has all other documents where one cannot be split, or is refused", async () => {
    const [a, b, c] = [await publish("a", 2), await publish("b", 2), await publish("c", 2)];
    index.isRefused = (id) => id.startsWith(`${b}/`) && id !== `${b}/0`;
    await indexer({
      split: async (text, claimed_at) => {
        if (text.document_id === "a") throw new Error("damaged");
        return bulkRequestsOf(text, claimed_at, null);
      },
    }).run();
    expect([sectionsOf(a, 0), sectionsOf(b, 0), sectionsOf(c, 2)]).toEqual([true, true, true]);
    expect(logged.filter((line) => line.startsWith("search finds only the title"))).toHaveLength(2);
    expect(await indexer().check()).toEqual({ revisions: 3, wrong: [] });
  });

  it("keeps what was sent before OpenSearch went away, and is not asked again at once", async () => {
    const [a, b] = [await publish("a", 1), await publish("b", 1)];
    const { send } = index;
    let asked = 0;
    index.send = async (request) => {
      asked += 1;
      if (request.includes(`"${b}/`)) throw new UnavailableError("away");
      return send.call(index, request);
    };
    const stopping = new AbortController();
    const feeding = indexer({ stopping: stopping.signal });
    await expect(feeding.run()).rejects.toThrow("away");
    const once = asked;
    await expect(feeding.run()).rejects.toThrow("away");
    expect([asked, sectionsOf(a, 1)]).toEqual([once, true]);
    stopping.abort();
    index.send = send;
    await indexer().run();
    expect([sectionsOf(a, 1), sectionsOf(b, 1)]).toEqual([true, true]);
  });
});
