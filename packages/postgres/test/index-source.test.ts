import { afterEach, describe, expect, it } from "@jest/globals";
import {
  aUser,
  aVersion,
  changedIn,
  DATABASE_KINDS,
  documentsOf,
  madeOf,
  ONE_CONNECTION,
  STAND_IN_VECTORS,
  useMigratedDatabase,
} from "@retrieval/contract";
import { type MakeVectors, UnreadableDocumentError } from "@retrieval/core/ports";
import { vectorsWithoutText } from "@retrieval/core/search";
import { sql } from "kysely";
import {
  PostgresAuditLog,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresDocumentLives,
  PostgresHitReader,
  PostgresIndexSource,
  PostgresJobQueue,
  PostgresUserDirectory,
  PostgresVocabularyStore,
} from "../src/index.js";
import { hitReaderContract } from "./suites/hit-reader.js";
import { indexSourceContract, type OpenIndexed } from "./suites/index-source.js";
import { vocabularyStoreContract } from "./suites/vocabulary-store.js";

const onServer = { severalInstances: ONE_CONNECTION };

describe.each(DATABASE_KINDS)("on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  let elsewhere: OpenIndexed["elsewhere"];
  const accept = async () => {
    const { rows } = await sql<{ number: string }>`SELECT nextval('acceptance') AS number`.execute(database().db);
    return Number(rows[0]?.number);
  };

  const open = async (): Promise<OpenIndexed> => {
    const { db, pool, statements, another, empty } = database();
    await empty();
    if (kind === "server" && !elsewhere) {
      const other = await another();
      elsewhere = {
        chunks: new PostgresChunkStore(other.db, STAND_IN_VECTORS),
        catalog: new PostgresDocumentCatalog(other.db),
      };
    }
    return {
      chunks: new PostgresChunkStore(db, STAND_IN_VECTORS),
      catalog: new PostgresDocumentCatalog(db),
      lives: new PostgresDocumentLives(db),
      users: new PostgresUserDirectory(db),
      jobs: new PostgresJobQueue(db),
      source: new PostgresIndexSource(db, STAND_IN_VECTORS),
      hits: new PostgresHitReader(db),
      vocabulary: new PostgresVocabularyStore(db),
      ...(elsewhere ? { elsewhere } : {}),
      accept,
      async exchange() {
        await pool.query("UPDATE changes SET stamp = gen_random_uuid()");
        await pool.query("UPDATE index_head SET stamp = (SELECT stamp FROM changes WHERE number = index_head.number)");
      },
      async countStatements(work) {
        statements.length = 0;
        await work();
        return statements.length;
      },
      close: async () => undefined,
    };
  };
  const leftOut = kind === "embedded" ? onServer : {};

  indexSourceContract("PostgresIndexSource", open, leftOut);
  hitReaderContract("PostgresHitReader", open, leftOut);
  vocabularyStoreContract("PostgresVocabularyStore", async () => {
    const { db, empty } = database();
    await empty();
    return {
      vocabulary: new PostgresVocabularyStore(db),
      users: new PostgresUserDirectory(db),
      audit: new PostgresAuditLog(db),
      close: async () => undefined,
    };
  });

  describe("SQL by hand", () => {
    const run = (text: string) => database().pool.query(text);
    const changesOf = async (...statements: string[]) => {
      const source = new PostgresIndexSource(database().db, STAND_IN_VECTORS);
      const before = await source.generation();
      for (const statement of statements) await run(statement);
      const changes = await source.changesSince(before);
      return changes && [changes.generation.number - before.number, ...changedIn(changes)];
    };
    const publishAll = async (...ids: string[]) => {
      const { chunks } = await open();
      for (const document_id of ids) await chunks.publish(aVersion({ document_id, accepted: await accept() }));
    };

    it("is counted, once for each transaction, and what it does not change is not", async () => {
      await publishAll("a", "b", "c");
      expect(await changesOf("UPDATE documents SET audience = '{g:x}'")).toEqual([1, ["a", "b", "c"], false]);
      expect(await changesOf("UPDATE documents SET audience = '{g:x}', updated_at = now()")).toEqual([0, [], false]);
      expect(await changesOf("UPDATE documents SET title = 'x' WHERE document_id = 'b'")).toEqual([1, ["b"], false]);
      expect(await changesOf("UPDATE documents SET version = 'x' WHERE document_id = 'b'")).toEqual([1, ["b"], false]);
      const insert =
        "INSERT INTO vocabulary VALUES ('a', '{b}', true, 1, true, false), ('c', '{b}', true, 1, true, false)";
      expect(await changesOf(insert)).toEqual([1, [], true]);
      expect(await changesOf(`UPDATE vocabulary SET "on" = true`)).toEqual([0, [], false]);
      expect(await changesOf(`UPDATE vocabulary SET "on" = false`)).toEqual([1, [], true]);
      const both = "UPDATE documents SET title = 'y' WHERE document_id < 'c'; DELETE FROM vocabulary";
      expect(await changesOf(`BEGIN; ${both}; COMMIT`)).toEqual([1, ["a", "b"], true]);
      const removal = "UPDATE documents SET revision_id = NULL; DELETE FROM revisions";
      expect(await changesOf(`${removal}; DELETE FROM documents`)).toEqual([1, ["a", "b", "c"], false]);
    });

    it("is not counted where it is rolled back, in a part of a transaction too", async () => {
      await publishAll("a", "b");
      const change = (id: string) => `UPDATE documents SET title = 'x' WHERE document_id = '${id}'`;
      expect(await changesOf(`BEGIN; ${change("a")}; ROLLBACK`)).toEqual([0, [], false]);
      const early = `BEGIN; SAVEPOINT one; ${change("a")}; SET CONSTRAINTS ALL IMMEDIATE; ROLLBACK TO one`;
      expect(await changesOf(`${early}; ${change("b")}; COMMIT`)).toEqual([1, ["b"], false]);
    });

    it("cannot hide a change by a setting", async () => {
      await publishAll("a");
      const set = "SELECT set_config('retrieval.counted_in', '5', false)";
      expect(await changesOf(set, "UPDATE documents SET title = 'x'")).toEqual([1, ["a"], false]);
      await run("RESET retrieval.counted_in");
    });

    it("that empties a table leaves no generation that an index could follow", async () => {
      await publishAll("a");
      expect(await changesOf("TRUNCATE documents CASCADE")).toBeNull();
      expect(await changesOf()).toEqual([0, [], false]);
      expect(await changesOf("TRUNCATE vocabulary")).toBeNull();
    });

    it("of too many documents and names for one answer leaves the generation before it unknown", async () => {
      await publishAll("a", "b");
      // Room for 1,024 names, or for 128 documents without names.
      const source = new PostgresIndexSource(database().db, STAND_IN_VECTORS, { changesBytes: 66_000 });
      const changed = async (statement: string) => {
        const before = await source.generation();
        await run(statement);
        const changes = await source.changesSince(before);
        expect(await source.changesSince(await source.generation())).toMatchObject({ documents: [], removed: [] });
        return changes && [...changedIn(changes), changes.documents.map(({ audience }) => audience.length)];
      };
      const names = (count: number) => `(SELECT array_agg('u:' || i) FROM generate_series(1, ${count}) AS i)`;
      expect(await changed(`UPDATE documents SET audience = ${names(500)}`)).toEqual([["a", "b"], false, [500, 500]]);
      expect(await changed(`UPDATE documents SET audience = ${names(600)}`)).toBeNull();
      const one = `UPDATE documents SET audience = ${names(1_000)} WHERE document_id = 'a'`;
      expect(await changed(one)).toEqual([["a"], false, [1_000]]);
    });

    it("keeps the last 10,000 changes", async () => {
      await publishAll("a");
      const source = new PostgresIndexSource(database().db, STAND_IN_VECTORS);
      const first = await source.generation();
      // As 9,998 transactions leave them.
      await run(`WITH head AS (UPDATE index_head SET number = number + 9998, stamp = gen_random_uuid() RETURNING *)
        INSERT INTO changes (number, stamp, document_id)
          SELECT number - i, CASE i WHEN 0 THEN stamp ELSE gen_random_uuid() END, 'a' FROM head, generate_series(0, 9997) AS i`);
      await run("UPDATE documents SET title = 'x'");
      expect((await source.changesSince(first))?.documents).toMatchObject([{ document_id: "a" }]);
      await run("UPDATE documents SET title = 'y'");
      expect(await source.changesSince(first)).toBeNull();
      const { rows } = await run("SELECT count(*)::integer AS kept FROM changes");
      expect(rows).toEqual([{ kept: 10_000 }]);
    });
  });

  describe("term vectors", () => {
    const made: string[] = [];
    const counting: MakeVectors = (title, chunks) => {
      made.push(title);
      return STAND_IN_VECTORS(title, chunks);
    };
    afterEach(() => void made.splice(0));
    const stored = async () => {
      const { rows } = await database().pool.query(
        "SELECT document_id, terms_version AS v FROM term_vectors JOIN documents USING (revision_id) ORDER BY 1, 2",
      );
      return rows.map(({ document_id, v }) => `${document_id}${v}`);
    };
    const titles = async (source: PostgresIndexSource) =>
      (await documentsOf(source, null)).map(({ vectors }) => madeOf(vectors)[0]);
    const forget = () => database().pool.query("DELETE FROM term_vectors");
    const given = async () => {
      const { db, empty } = database();
      await empty();
      const chunks = new PostgresChunkStore(db, STAND_IN_VECTORS);
      for (const title of ["a", "b"]) {
        await chunks.publish(aVersion({ document_id: title, title, accepted: await accept() }));
      }
      return db;
    };

    it("are stored at publication, and made once by each version that finds none", async () => {
      const db = await given();
      expect(await titles(new PostgresIndexSource(db, counting))).toEqual(["a", "b"]);
      expect(made).toEqual([]);
      for (let time = 1; time <= 2; time += 1) {
        expect(await titles(new PostgresIndexSource(db, counting, { termsVersion: 99 }))).toEqual(["a", "b"]);
        expect(made).toEqual(["a", "b"]);
      }
      expect((await stored()).length).toBe(4);
      await forget();
      expect((await documentsOf(new PostgresIndexSource(db, counting), ["b"])).map(({ title }) => title)).toEqual([
        "b",
      ]);
      expect(made).toEqual(["a", "b", "b"]);
    });

    it("of a document without chunks are made too", async () => {
      const db = await given();
      await forget();
      await database().pool.query("DELETE FROM chunks");
      expect(await titles(new PostgresIndexSource(db, counting))).toEqual(["a", "b"]);
    });

    it("are of the revision that is published, also if it changes while they are made", async () => {
      const db = await given();
      await forget();
      const chunks = new PostgresChunkStore(db, STAND_IN_VECTORS);
      const catalog = new PostgresDocumentCatalog(db);
      const meanwhile: MakeVectors = async (title, given) => {
        if (title === "a") await catalog.remove("a");
        if (title === "b") await chunks.publish(aVersion({ document_id: "b", title: "c", accepted: await accept() }));
        return counting(title, given);
      };
      const source = new PostgresIndexSource(db, meanwhile);
      await documentsOf(source, null);
      // What was removed meanwhile is a change that the index reads next.
      expect((await titles(source)).sort()).toEqual(["c"]);
      expect(await stored()).toEqual([expect.stringMatching(/^b/)]);
    });

    it("that cannot be made leave out the text of their document, and no other document", async () => {
      const db = await given();
      await forget();
      const failing: MakeVectors = (title, chunks) =>
        title === "a"
          ? Promise.reject(new UnreadableDocumentError({ code: "file.slow_to_index", seconds: 20 }))
          : counting(title, chunks);
      const read = await documentsOf(new PostgresIndexSource(db, failing), null);
      expect(read.map(({ document_id, unsearchable }) => [document_id, unsearchable])).toEqual([
        ["a", "file.slow_to_index"],
        ["b", undefined],
      ]);
      expect(read[0]?.vectors).toEqual(vectorsWithoutText());
      // The next reader tries once more.
      expect(await stored()).toEqual([expect.stringMatching(/^b/)]);
      expect(await titles(new PostgresIndexSource(db, counting))).toEqual(["a", "b"]);
    });

    it("of versions that no instance uses are removed after a day, and of revisions that are not published", async () => {
      const db = await given();
      const current = new PostgresIndexSource(db, counting, { termsVersion: 5 });
      const older = new PostgresIndexSource(db, counting, { termsVersion: 4 });
      await titles(current);
      await titles(older);
      const age = (hours: number) =>
        database().pool.query(`UPDATE terms_versions SET used_at = used_at - interval '${hours} hours'`);
      await age(23);
      await current.keepVectors();
      expect(await stored()).toEqual(expect.arrayContaining(["a4", "a5", "b4", "b5"]));
      await age(2);
      await current.keepVectors();
      expect(await stored()).toEqual(["a5", "b5"]);
      await database().pool.query("UPDATE documents SET revision_id = NULL WHERE document_id = 'a'");
      await current.keepVectors();
      const { rows } = await database().pool.query("SELECT terms_version FROM term_vectors");
      expect(rows).toEqual([{ terms_version: 5 }]);
    });

    it("come in pages of bounded size, stored or not", async () => {
      const { db, empty } = database();
      await empty();
      const large: MakeVectors = async () => new Uint8Array(5 * 1024 * 1024);
      const chunks = new PostgresChunkStore(db, large);
      for (const document_id of ["a-later", "b-later", "c-later", "a", "b", "c"]) {
        if (document_id === "a") await forget();
        await chunks.publish(aVersion({ document_id, accepted: await accept() }));
      }
      const source = new PostgresIndexSource(db, large);
      const pages: string[][] = [];
      const keys = (await source.documents().next()).value?.documents ?? [];
      for await (const texts of source.texts(keys, new Set())) pages.push(texts.map(({ document_id }) => document_id));
      expect(pages.flat()).toEqual(["a", "a-later", "b", "b-later", "c", "c-later"]);
      expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(3);
    });
  });

  (kind === "server" ? it : it.skip)(
    `writers of several documents neither wait for each other's changes nor deadlock (not embedded: ${ONE_CONNECTION})`,
    async () => {
      const { chunks, catalog, users, vocabulary } = await open();
      for (const document_id of ["a", "b"]) await chunks.publish(aVersion({ document_id, accepted: await accept() }));
      await users.change(["1"], () => ({ records: [aUser({ user_id: "1", role: "admin" })], kept: null }));
      const { pool } = database();
      const held = await pool.connect();
      try {
        // A transaction that has written a document, and does not end yet, keeps no other from its commit.
        await held.query("BEGIN; UPDATE documents SET title = 'x' WHERE document_id = 'a'");
        const rule = { allow_all: false, allowed_department_codes: [], allowed_groups: ["g"], allowed_users: [] };
        await catalog.changeRules("b", rule, null, { by_user: "1", cause: "edit" });
        const entry = { said: "a", meant: ["b"], both_ways: true, weight: 1, on: true, starter: false };
        await vocabulary.change(() => ({ added: [entry], changed: [], removed: [], unchanged: 0 }), "1");
        await held.query("UPDATE documents SET title = 'x' WHERE document_id = 'b'; COMMIT");
      } finally {
        held.release();
      }
      const crossing = async (order: readonly string[]) => {
        for (let i = 0; i < 30; i += 1) {
          for (const id of order) {
            const rule = {
              allow_all: false,
              allowed_department_codes: [],
              allowed_groups: [`${i}`],
              allowed_users: [],
            };
            await catalog.changeRules(id, rule, null, { by_user: "1", cause: "edit" });
          }
        }
      };
      await Promise.all([crossing(["a", "b"]), crossing(["b", "a"]), crossing(["a", "b"])]);
      const { rows } = await pool.query(
        "SELECT max(number) - min(number) + 1 = count(DISTINCT number) AS gapless FROM changes",
      );
      expect(rows).toEqual([{ gapless: true }]);
    },
  );
});
