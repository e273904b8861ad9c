import type { StructuredChunk } from "@retrieval/core/chunks";
import type { DocumentMeaning } from "@retrieval/core/ports";
import { type CalibratedEmbedder, packVector, termsOf } from "@retrieval/core/search";

/** Words of one meaning in Japanese and English, each at least one term of search. */
const MEANINGS: readonly (readonly string[])[] = [
  ["休暇", "休み", "leave", "holiday", "holidays", "vacation"],
  ["賃金", "給与", "wage", "wages", "salary", "pay"],
  ["旅費", "出張", "travel", "trip", "trips"],
  ["宿泊", "lodging", "hotel"],
  ["退職", "resignation", "resign", "quit"],
  ["残業", "時間外", "overtime"],
  ["懲戒", "discipline", "disciplinary"],
  ["秘密", "confidential", "secret", "secrets"],
];
/** Other terms share these places by chance, as words do in small models. */
const OTHERS = 24;
const DIMENSIONS = MEANINGS.length + OTHERS;
/** A meaning weighs more than any other word. */
const WEIGHT = { meaning: 1, other: 0.1 };

/**
 * Our own small embedder, which knows some pairs of words and is no language model: texts with words of one meaning are
 * close, in Japanese and in English.
 */
export class TestEmbedder implements CalibratedEmbedder {
  readonly model = "our-own-small-embedder";
  readonly host = null;
  readonly similarity = { mean: 0.3, deviation: 0.13 };
  /** How many calls there were. */
  calls = 0;
  /** Those of the last call. */
  texts: readonly string[] = [];
  /** While it is true, each call fails. */
  isDown = false;

  async embed(_kind: "query" | "passage", texts: readonly string[], signal: AbortSignal) {
    this.calls += 1;
    this.texts = texts;
    if (signal.aborted) return { failed: "timeout" as const };
    return this.isDown ? { failed: "unreachable" as const } : texts.map(testVector);
  }

  /** A document's vectors, with each chunk as a part. */
  meaningOf(chunks: readonly StructuredChunk[]): DocumentMeaning {
    const vectors = chunks.flatMap(({ content, content_md }) => [
      ...packVector(testVector(content ?? content_md ?? "")),
    ]);
    const parts = chunks.map((_, place) => ({ place, chunks: 1 }));
    return { dimensions: DIMENSIONS, parts, vectors: Uint8Array.from(vectors) };
  }
}

function testVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  // A text without any word still has a vector of length 1.
  vector[DIMENSIONS - 1] = 0.01;
  const lower = text.toLowerCase();
  MEANINGS.forEach((words, at) => {
    if (words.some((word) => lower.includes(word))) vector[at] = WEIGHT.meaning;
  });
  for (const { text: term } of termsOf(text)) {
    const at = MEANINGS.length + ([...term].reduce((sum, sign) => sum * 31 + (sign.codePointAt(0) ?? 0), 7) % OTHERS);
    vector[at] = (vector[at] as number) + WEIGHT.other;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
