import { readFileSync } from "node:fs";
import { type Dictionary, type KeptEntry, readDictionary } from "@retrieval/core/search";

const read = (name: string) => readFileSync(new URL(`../../vocabulary/${name}`, import.meta.url), "utf8");

/** Work rules in Japanese; work rules and data protection in English. */
const STARTERS = ["work-rules-ja.csv", "work-rules-en.csv"];

/** A word of a document for a word of the question counts a little less than a typed one. */
const WEIGHT = 0.8;

/** The entries that every new database gets: words that employees say and rules do not. */
export function readStarterVocabulary(): Omit<KeptEntry, "on" | "starter">[] {
  return STARTERS.flatMap((name) =>
    read(name)
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => {
        const [said = "", meant = "", both_ways] = line.split(",");
        return { said, meant: meant.split("|"), both_ways: both_ways === "yes", weight: WEIGHT };
      }),
  );
}

/** Spelling variants and synonyms of general Japanese; 20,000 groups, so read it once. */
export function readJapaneseSynonyms(): Dictionary {
  return readDictionary(read("synonyms-ja.txt"));
}

/** Common English words in the singular, of four letters or more: they are no typing errors. */
export function readEnglishWords(): ReadonlySet<string> {
  return new Set(read("words-en.txt").split("\n"));
}
