import { beforeEach, describe, expect, it } from "@jest/globals";
import { aVersion, DATABASE_KINDS, STAND_IN_VECTORS, useMigratedDatabase } from "@retrieval/contract";
import type { RevisionKey } from "@retrieval/core/ports";
import { sql } from "kysely";
import { PostgresChunkStore, PostgresIndexRegister } from "../src/index.js";

const TOTALS = { sections: 1, units: 2, unit_length: 3, all_chunks: 4, chunks: 5, chunk_length: 6 };
const MODEL = { model: "m", variant: "v" };
const NONE: ReadonlySet<string> = new Set();

describe.each(DATABASE_KINDS)("the register of indexes on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let register: PostgresIndexRegister;
  let chunks: PostgresChunkStore;
  const run = (text: string) => database().pool.query(text);

  async function publish(document_id: string): Promise<RevisionKey> {
    const { rows } = await sql<{ number: string }>`SELECT nextval('acceptance') AS number`.execute(database().db);
    const accepted = Number(rows[0]?.number);
    await chunks.publish(aVersion({ document_id, accepted, version: `${accepted}` }));
    const { rows: found } = await run(`SELECT revision_id::text FROM documents WHERE document_id = '${document_id}'`);
    return { document_id, revision_id: found[0].revision_id };
  }
  const sent = ({ revision_id }: RevisionKey, fields = {}) => ({
    ...{ revision_id, totals: TOTALS, sections: 7, meaning: false },
    ...fields,
  });
  const claimed = async (name = "one", except = NONE) =>
    (await register.claim(name, except)).map(({ document_id, revision_id }) => ({ document_id, revision_id }));
  /** As if all vectors of a revision had been made. */
  const embed = ({ revision_id }: RevisionKey) =>
    run(`INSERT INTO embedding_models (model, variant, dimensions) VALUES ('m', 'v', 2) ON CONFLICT DO NOTHING;
      INSERT INTO embedded_revisions (revision_id, model_id, places, chunk_counts, text_hashes)
      SELECT ${revision_id}, model_id, '{0}', '{1}', '{x}' FROM embedding_models`);

  beforeEach(async () => {
    await database().empty();
    await run("DELETE FROM section_indexes; DELETE FROM embedding_models");
    register = new PostgresIndexRegister(database().db, MODEL);
    chunks = new PostgresChunkStore(database().db, STAND_IN_VECTORS);
    await register.add("layout", { name: "one", dimensions: null });
    await register.choose("one");
  });

  it("has one index in use for each layout: the one that was chosen last", async () => {
    await register.add("layout", { name: "two", dimensions: 384 });
    await register.add("another", { name: "three", dimensions: null });
    expect(await register.chosen("layout")).toEqual({ name: "one", dimensions: null });
    expect(await register.chosen("another")).toBeNull();
    await register.choose("two");
    expect(await register.chosen("layout")).toEqual({ name: "two", dimensions: 384 });
    expect(await register.find("one", [])).toBeNull();
    expect(await register.find("two", [])).toEqual({ indexed: [], missing: [] });
  });

  it("leaves the indexes of a database that this one was copied from", async () => {
    await run("UPDATE section_indexes SET owner = '1/2/3/4/5', used_at = used_at - interval '25 hours'");
    expect(await register.chosen("layout")).toBeNull();
    expect(await register.find("one", [])).toBeNull();
    expect(await register.unused()).toEqual([]);
  });

  it("finds what is indexed, what is missing, and nothing of revisions that are not in force", async () => {
    const [a, b] = [await publish("a"), await publish("b")];
    await register.claim("one", NONE);
    await register.note("one", [sent(a)]);
    expect(await register.find("one", [b, a, { document_id: "c", revision_id: "99" }])).toEqual({
      indexed: [{ ...a, totals: TOTALS }],
      missing: [b],
    });
    const later = await publish("a");
    expect(await register.find("one", [a, later])).toEqual({ indexed: [], missing: [later] });
  });

  it("claims what is missing, with the same claim until it is dropped", async () => {
    const a = await publish("a");
    const [first] = await register.claim("one", NONE);
    const [again] = await register.claim("one", NONE);
    expect(first).toMatchObject(a);
    expect(again).toEqual(first);
    await register.drop("one", [a.revision_id]);
    const [other] = await register.claim("one", NONE);
    expect(other?.claim).not.toBe(first?.claim);
    expect(other?.claimed_at).toBeGreaterThanOrEqual(first?.claimed_at ?? Infinity);
    await register.note("one", [sent(a)]);
    expect(await claimed()).toEqual([]);
  });

  it("claims a revision once more when it has its vectors, after all that are missing", async () => {
    const [a, b] = [await publish("a"), await publish("b")];
    await register.claim("one", NONE);
    await register.note("one", [sent(a)]);
    await embed(a);
    expect(await claimed()).toEqual([b, a]);
    expect(await claimed("one", new Set([a.revision_id]))).toEqual([b]);
    await register.note("one", [sent(a, { meaning: true }), sent(b)]);
    expect(await claimed()).toEqual([]);
    expect(await new PostgresIndexRegister(database().db, null).claim("one", NONE)).toEqual([]);
  });

  it("tells which revisions search does not need any more", async () => {
    const [a, b] = [await publish("a"), await publish("b")];
    await register.claim("one", NONE);
    expect(await register.past("one")).toEqual([]);
    await publish("a");
    await run(
      "UPDATE documents SET revision_id = NULL WHERE document_id = 'b'; DELETE FROM revisions WHERE document_id = 'b'",
    );
    expect(await register.past("one")).toEqual([a.revision_id, b.revision_id].sort((x, y) => Number(x) - Number(y)));
    await register.drop("one", [a.revision_id, b.revision_id]);
    expect(await register.past("one")).toEqual([]);
  });

  it("asks for all sections again of what it distrusts", async () => {
    const a = await publish("a");
    const [claim] = await register.claim("one", NONE);
    await register.note("one", [sent(a, { meaning: true })]);
    const sizes = async () => {
      const all: (readonly [number, number | null])[] = [];
      for await (const size of register.sizes("one")) all.push(size);
      return all;
    };
    expect(await sizes()).toEqual([[Number(a.revision_id), 7]]);
    await register.distrust("one", [a.revision_id]);
    expect(await sizes()).toEqual([[Number(a.revision_id), null]]);
    const [again] = await register.claim("one", NONE);
    expect(again).toEqual({ ...claim, claimed_at: again?.claimed_at });
    expect(again?.claimed_at).toBeGreaterThanOrEqual(claim?.claimed_at ?? Infinity);
  });

  it("forgets an index that was not used for a day, with all its revisions", async () => {
    await publish("a");
    await register.claim("one", NONE);
    await register.add("layout", { name: "beside", dimensions: null });
    expect(await register.unused()).toEqual([]);
    await run("UPDATE section_indexes SET used_at = used_at - interval '25 hours'");
    await register.chosen("layout");
    expect(await register.unused()).toEqual(["beside"]);
    await run("UPDATE section_indexes SET used_at = used_at - interval '25 hours'");
    await register.find("one", []);
    expect(await register.unused()).toEqual(["beside"]);
    for (const name of ["beside", "one"]) await register.forget(name);
    expect((await run("SELECT FROM indexed_revisions")).rowCount).toBe(0);
  });
});
