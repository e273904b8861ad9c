import { readFileSync } from "node:fs";
import { type Dictionary, readDictionary, type VocabularyEntry } from "@retrieval/core/search";

const read = (name: string) => readFileSync(new URL(`../../vocabulary/${name}`, import.meta.url), "utf8");

/** Work rules in Japanese; work rules and data protection in English. */
const STARTERS = ["work-rules-ja.csv", "work-rules-en.csv"];

/** The entries that every new database gets: words that employees say and rules do not. */
export function readStarterVocabulary(): VocabularyEntry[] {
  return STARTERS.flatMap((name) =>
    read(name)
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => {
        const [said = "", meant = "", both_ways] = line.split(",");
        return { said, meant: meant.split("|"), both_ways: both_ways === "yes" };
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
