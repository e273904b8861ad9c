import { expect, it } from "@jest/globals";
import { type Embedder, isModelFailure, type ModelFailure } from "../../../src/ports.js";
import { calibrate, calibrated } from "../../../src/search/index/calibration.js";
import { languageOf } from "../../../src/search/text/language.js";

const NEVER = new AbortController().signal;

/** Vectors of two subjects, which say first of all what language a text has, and that it is a question. */
class LoudEmbedder implements Embedder {
  readonly model = "loud";
  readonly host = null;
  fails: ModelFailure | null = null;
  dimensions = 6;

  async embed(kind: "query" | "passage", texts: readonly string[]) {
    if (this.fails !== null) return this.fails;
    return texts.map((text) => {
      const language = { ja: 0, en: 1, other: 2 }[languageOf(text)];
      const subject = /leave|休暇|nghỉ/.test(text) ? 0.3 : -0.3 + (text.length % 7) / 100;
      const vector = new Float32Array(this.dimensions);
      vector[language] = 1;
      vector[3] = kind === "query" ? 0.5 : -0.5;
      vector[4] = subject;
      vector[5] = (text.length % 5) / 10;
      const length = Math.hypot(...vector);
      return vector.map((number) => number / length);
    });
  }
}

async function vectorsOf(embedder: Embedder) {
  const embed = async (kind: "query" | "passage", text: string) => {
    const vectors = await embedder.embed(kind, [text], NEVER);
    if (isModelFailure(vectors)) throw new Error(vectors.failed);
    return vectors[0] as Float32Array;
  };
  const question = await embed("query", "How long is my leave?");
  const to = async (passage: string) =>
    (await embed("passage", passage)).reduce((sum, number, i) => sum + number * (question[i] as number), 0);
  return { question, same: await to("休暇は十日とする。"), other: await to("Wages are paid monthly.") };
}

it("brings a question nearer to its subject in another language than to its language", async () => {
  const loud = new LoudEmbedder();
  const before = await vectorsOf(loud);
  expect(before.same).toBeLessThan(before.other);
  const made = await calibrate(loud, NEVER);
  if (isModelFailure(made)) throw new Error(made.failed);
  const embedder = calibrated(loud, async () => made);
  expect(embedder.similarity).toBeNull();
  const after = await vectorsOf(embedder);
  expect(embedder.similarity).toEqual(made.similarity);
  expect(after.same).toBeGreaterThan(after.other);
  expect(after.same).toBeGreaterThan(made.similarity.mean + made.similarity.deviation);
  expect(Math.hypot(...after.question)).toBeCloseTo(1, 5);
});

it("is unreachable without a calibration, asks for it until there is one, and hands failures on", async () => {
  const loud = new LoudEmbedder();
  const made = await calibrate(loud, NEVER);
  if (isModelFailure(made)) throw new Error(made.failed);
  const stored = [null, new Error("the database is away"), made, null];
  let reads = 0;
  const embedder = calibrated(loud, async () => {
    const next = stored[reads++];
    if (next instanceof Error) throw next;
    return next ?? null;
  });
  const ask = () => embedder.embed("query", ["leave"], NEVER);
  expect(await ask()).toEqual({ failed: "unreachable" });
  expect(await ask()).toEqual({ failed: "unreachable" });
  expect(await ask()).toHaveLength(1);
  expect(await ask()).toHaveLength(1);
  expect(reads).toBe(3);
  loud.dimensions = 7;
  expect(await ask()).toEqual({ failed: "malformed" });
  loud.fails = { failed: "overloaded", status: 429 };
  expect(await ask()).toEqual(loud.fails);
  expect(await calibrate(loud, NEVER)).toEqual(loud.fails);
});
