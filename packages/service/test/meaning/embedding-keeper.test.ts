import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  allChunks,
  anArticle,
  aParagraph,
  aVersion,
  DATABASE_KINDS,
  documentsOf,
  STAND_IN_VECTORS,
  useMigratedDatabase,
  type VersionFields,
} from "@retrieval/contract";
import { CLOSED, EVERYONE } from "@retrieval/core";
import type { Embedder, EmbeddingModel, ModelFailure } from "@retrieval/core/ports";
import {
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresEmbeddingStore,
  PostgresIndexSource,
} from "@retrieval/postgres";
import { pino } from "pino";
import { DocumentEmbedding } from "../../src/meaning/document-embedding.js";
import { EmbeddingKeeper } from "../../src/meaning/embedding-keeper.js";
import { StoredCalibration } from "../../src/meaning/stored-calibration.js";
import type { Timing } from "../../src/search-index/timing.js";

/** Every sleep is over at once, and the clock has advanced by it. */
class QuickTiming implements Timing {
  readonly pauses: number[] = [];
  #now = 0;
  elapsed(): number {
    return this.#now;
  }
  async sleep(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    this.pauses.push(milliseconds);
    await sleep(1);
  }
}

/** A model that remembers what it was asked, and fails as it is told. */
class TestModel implements Embedder {
  readonly host = "gpu-1:8080";
  readonly asked: string[] = [];
  calls = 0;
  fails: (texts: readonly string[]) => ModelFailure | null = () => null;
  onCall: () => Promise<void> = async () => undefined;
  dimensions = 4;

  constructor(readonly model = "e5") {}

  async embed(kind: "query" | "passage", texts: readonly string[], signal: AbortSignal) {
    expect(kind).toBe("passage");
    this.calls += 1;
    await this.onCall();
    if (signal.aborted) return { failed: "timeout" } as const;
    const failure = this.fails(texts);
    if (failure !== null) return failure;
    this.asked.push(...texts);
    return texts.map(() => new Float32Array(this.dimensions).fill(1 / Math.sqrt(this.dimensions)));
  }
}

/** A model that embeds neutral texts. */
class NeutralModel implements Embedder {
  readonly model = "e5";
  readonly host = null;
  calls = 0;
  isDown = false;

  async embed(_: "query" | "passage", texts: readonly string[]) {
    this.calls += 1;
    if (this.isDown) return { failed: "unreachable" } as const;
    return texts.map((text) => Float32Array.of(0.5, 0.5, 0.5, text.length % 2 === 0 ? 0.5 : -0.5));
  }
}

describe.each(DATABASE_KINDS)("the keeper of embeddings on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const running: EmbeddingKeeper[] = [];
  let log: { readonly msg: string; readonly reason?: string }[] = [];
  let accepted = 0;
  beforeEach(async () => {
    await database().empty();
    log = [];
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((keeper) => keeper.stop()));
  });

  const store = () => new PostgresEmbeddingStore(database());
  const chunks = () => new PostgresChunkStore(database().db, STAND_IN_VECTORS);
  const catalog = () => new PostgresDocumentCatalog(database().db);
  const publish = (document_id: string, text: string, fields: Partial<VersionFields> = {}) => {
    accepted += 1;
    const tree = { children: [anArticle("第1条", "目的", ...text.split("\n").map(aParagraph))] };
    return chunks().publish(aVersion({ document_id, tree, accepted, ...fields }));
  };

  function start(embedder: TestModel, { onlyOpen = false, on = database(), neutral = new NeutralModel() } = {}) {
    const { db } = database();
    const model: EmbeddingModel = { model: embedder.model, variant: "" };
    const timing = new QuickTiming();
    const given = { store: new PostgresEmbeddingStore(on), model, onlyOpen };
    const clock = { now: () => Date.UTC(2026, 10, 25) };
    const source = new PostgresIndexSource(db, STAND_IN_VECTORS);
    const keeper = new EmbeddingKeeper({
      ...given,
      calibration: new StoredCalibration(given.store, model, neutral),
      documents: new DocumentEmbedding({ ...given, embedder, clock }),
      generation: () => source.generation(),
      timing,
      logger: pino({ level: "info" }, { write: (line) => void log.push(JSON.parse(line)) }),
    });
    running.push(keeper);
    keeper.start();
    const until = async (documents: number, embedded: number, kept_back = 0) => {
      const wanted = { documents, embedded, kept_back };
      for (let waited = 0; waited < 30_000; waited += 5) {
        if (JSON.stringify(keeper.progress) === JSON.stringify(wanted)) return;
        await sleep(5);
      }
      throw new Error(`${JSON.stringify(keeper.progress)}, not ${JSON.stringify(wanted)}\n${JSON.stringify(log)}`);
    };
    return { keeper, timing, until };
  }
  const when = async (isSo: () => boolean) => {
    for (let waited = 0; waited < 30_000 && !isSo(); waited += 5) await sleep(5);
    expect(isSo()).toBe(true);
  };
  const chunksOf = async (document_id: string) => (await allChunks(chunks(), document_id)) ?? [];
  const versionsOf = async (document_id: string) =>
    (await chunksOf(document_id)).map(({ metadata }) => metadata.embed_version);

  it("embeds what is published, before and while it runs, each text once", async () => {
    const model = new TestModel();
    await publish("a", "甲\n乙");
    const { until } = start(model);
    await until(1, 1);
    expect(model.asked).toEqual(["就業規則 > 第1条 目的\n甲\n乙"]);
    await publish("b", "甲\n乙");
    await until(2, 2);
    await publish("a", "甲\n乙", { version: "2" });
    await publish("c", "丙");
    await until(3, 3);
    expect(model.asked).toEqual(["就業規則 > 第1条 目的\n甲\n乙", "就業規則 > 第1条 目的\n丙"]);
  });

  it("writes the embed_version of the chunks, which is no change that it follows", async () => {
    const model = new TestModel();
    await publish("a", "甲");
    const { until, timing } = start(model);
    await until(1, 1);
    expect(await versionsOf("a")).toEqual(["e5@2026-11-25", "e5@2026-11-25"]);
    const before = await new PostgresIndexSource(database().db, STAND_IN_VECTORS).generation();
    const looks = timing.pauses.length;
    await when(() => timing.pauses.length > looks + 5);
    expect(timing.pauses.slice(looks + 1, looks + 5)).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect(await new PostgresIndexSource(database().db, STAND_IN_VECTORS).generation()).toEqual(before);
  });

  it("keeps back what is not open, until it is", async () => {
    const model = new TestModel();
    await publish("a", "甲", { access_rules: CLOSED });
    await publish("b", "乙");
    const { until } = start(model, { onlyOpen: true });
    await until(2, 1, 1);
    expect(model.asked).toEqual(["就業規則 > 第1条 目的\n乙"]);
    await catalog().changeRules("a", EVERYONE, null);
    await until(2, 2);
    expect(model.asked).toContain("就業規則 > 第1条 目的\n甲");
  });

  it("sends nothing more of a document that is closed or replaced meanwhile", async () => {
    const model = new TestModel();
    const long = Array.from({ length: 200 }, (_, i) => `${i}${"あ".repeat(900)}`).join("\n");
    await publish("a", long);
    model.onCall = async () => {
      model.onCall = async () => undefined;
      await catalog().changeRules("a", CLOSED, null);
    };
    const { until } = start(model, { onlyOpen: true });
    await until(1, 0, 1);
    expect([model.calls, model.asked.length]).toEqual([1, 32]);
    model.onCall = async () => {
      model.onCall = async () => undefined;
      await publish("a", "甲", { access_rules: EVERYONE });
    };
    await catalog().changeRules("a", EVERYONE, null);
    await until(1, 1);
    expect([model.calls, model.asked.length]).toEqual([3, 65]);
  });

  it("goes on trying while the model fails, with longer pauses, and logs that once", async () => {
    const model = new TestModel();
    model.fails = () => ({ failed: "unreachable" });
    await publish("a", "甲");
    const { until, timing } = start(model);
    await when(() => timing.pauses.length >= 9);
    expect(timing.pauses.slice(0, 9)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    model.fails = () => null;
    await until(1, 1);
    await when(() => log.length >= 3);
    expect(log.map(({ msg, reason }) => reason ?? msg)).toEqual([
      "unreachable",
      "vectors of meaning are made again",
      "documents have their vectors of meaning",
    ]);
  });

  it("sets a document aside that the model refuses, and tries it again later", async () => {
    const model = new TestModel();
    model.fails = (texts) => (texts.some((text) => text.includes("甲")) ? { failed: "refused", status: 400 } : null);
    await publish("a", "甲");
    await publish("b", "乙");
    const { until, timing, keeper } = start(model);
    await until(2, 1);
    expect((await keeper.report()).waiting).toEqual(["a"]);
    const calls = model.calls;
    await when(() => timing.elapsed() > 1_300_000);
    expect(model.calls - calls).toBeLessThanOrEqual(3);
    model.fails = () => null;
    await until(2, 2);
    expect((await keeper.report()).waiting).toEqual([]);
    expect(log.filter(({ reason }) => reason === "refused, status 400")).toHaveLength(1);
  });

  it("shortens what is too long for the model", async () => {
    const model = new TestModel();
    model.fails = (texts) => {
      const index = texts.findIndex((text) => text.length > 100);
      return index < 0 ? null : { failed: "too_long", index };
    };
    await publish("a", ["あ".repeat(150), "い".repeat(150)].join("\n"));
    await start(model).until(1, 1);
    expect(model.asked.map(({ length }) => length > 60 && length <= 100)).toEqual([true, true]);
  });

  it("takes no vectors of another dimension under the same name", async () => {
    const model = new TestModel();
    await publish("a", "甲");
    const { until } = start(model);
    await until(1, 1);
    model.dimensions = 3;
    await publish("b", "乙");
    await until(2, 1);
    await when(() =>
      log.some(({ reason }) => reason?.includes("vectors of 3 dimensions, and its stored ones have 4") === true),
    );
  });

  it("calibrates the model before it embeds, once for all instances, and tries again if that fails", async () => {
    const [model, neutral] = [new TestModel(), new NeutralModel()];
    await publish("a", "甲");
    neutral.isDown = true;
    const { keeper, until } = start(model, { neutral });
    await when(() => neutral.calls > 2);
    expect(log.map(({ reason }) => reason)).toEqual(["unreachable"]);
    expect(model.calls).toBe(0);
    expect(await keeper.calibration()).toBeNull();
    neutral.isDown = false;
    await until(1, 1);
    const made = await keeper.calibration();
    expect(made?.means).toHaveLength(24);
    const another = new NeutralModel();
    const other = start(new TestModel(), { neutral: another });
    await publish("b", "乙");
    await other.until(2, 2);
    expect(another.calls).toBe(0);
    expect(await other.keeper.calibration()).toEqual(made);
  });

  it("has the vectors of an old and a new model side by side", async () => {
    await publish("a", "甲");
    await publish("b", "乙");
    const old = start(new TestModel("old"));
    await old.until(2, 2);
    const model = new TestModel("new");
    const { until } = start(model);
    await until(2, 2);
    const meaningsOf = async (name: string) => {
      const source = new PostgresIndexSource(database().db, STAND_IN_VECTORS, {
        meaning: { model: name, variant: "" },
      });
      return (await documentsOf(source, null)).map(({ meaning }) => meaning?.parts.length);
    };
    expect([await meaningsOf("old"), await meaningsOf("new")]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  (kind === "server" ? it : it.skip)(
    "is one instance's work at a time (not embedded: it has one connection)",
    async () => {
      for (const id of ["a", "b", "c"]) await publish(id, id);
      const [first, second] = [new TestModel(), new TestModel()];
      const there = start(first);
      const other = start(second, { on: { ...database(), ...(await database().another()) } });
      await Promise.all([there.until(3, 3), other.until(3, 3)]);
      expect([...first.asked, ...second.asked].sort()).toEqual([
        "就業規則 > 第1条 目的\na",
        "就業規則 > 第1条 目的\nb",
        "就業規則 > 第1条 目的\nc",
      ]);
    },
  );

  it("ends while the model does not answer", async () => {
    const model = new TestModel();
    await publish("a", "甲");
    let answer: () => void = () => undefined;
    model.onCall = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const { keeper } = start(model);
    await when(() => model.calls === 1);
    const stopped = keeper.stop();
    answer();
    await stopped;
    expect(await store().progress({ model: "e5", variant: "" }, false)).toMatchObject({ embedded: 0 });
    expect(log).toEqual([]);
  });
});
