import { readFileSync } from "node:fs";
import type { Starter } from "@retrieval/core/search";

const read = (name: string) => readFileSync(new URL(`../../vocabulary/${name}`, import.meta.url), "utf8");

/**
 * The files of starter entries, each with the weight of its added words: a document's word for a word of the question
 * counts a little less than a typed one. A translation counts less than that, so that an article in the language of the
 * question comes first.
 */
const STARTERS = {
  "work-rules-ja.csv": 0.8,
  "work-rules-en.csv": 0.8,
  "work-terms-en-ja.csv": 0.5,
} as const;

/** The entries that every new database gets: words that employees say and rules do not, and words of both languages. */
export function readStarterVocabulary(): Starter[] {
  return Object.entries(STARTERS).flatMap(([name, weight]) =>
    read(name)
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => {
        const [said = "", meant = "", both_ways] = line.split(",");
        return { said, meant: meant.split("|"), both_ways: both_ways === "yes", weight };
      }),
  );
}

/** Common English words in the singular, of four letters or more: they are no typing errors. */
export function readEnglishWords(): ReadonlySet<string> {
  return new Set(read("words-en.txt").split("\n"));
}
