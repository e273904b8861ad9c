import { Refusal, refuse } from "../errors.js";
import { firstFew } from "../first-few.js";
import { isObject } from "../is-object.js";
import { VOCABULARY } from "../limits.js";
import { problemWithName } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import type { KeptEntry } from "./entry.js";
import { planVocabulary } from "./plan-vocabulary.js";
import type { VocabularyFile } from "./vocabulary-file-reader.js";
import type { KeptVocabulary, VocabularyStore } from "./vocabulary-store.js";

/** A body, or a file whose problems name lines. */
export type GivenVocabulary = { readonly body: unknown } | VocabularyFile;

/**
 * Replaces the whole vocabulary.
 *
 * @param expected the version it was made from, or null to overwrite any version
 */
export async function replaceVocabulary(
  given: GivenVocabulary,
  expected: string | null,
  by_user: string,
  store: VocabularyStore,
): Promise<KeptVocabulary | Refusal> {
  const entries = readGiven(given);
  if (entries instanceof Refusal) return entries;
  const kept = await store.replace(entries, expected, by_user);
  return kept === "lost" ? refuse("PRECONDITION_FAILED", { code: "vocabulary.changed_since" }) : kept;
}

/** The entries as {@link replaceVocabulary} would keep them, in the order given. Writes nothing. */
export async function previewVocabulary(
  given: GivenVocabulary,
  store: VocabularyStore,
): Promise<readonly KeptEntry[] | Refusal> {
  const entries = readGiven(given);
  if (entries instanceof Refusal) return entries;
  const { entries: held } = await store.read();
  const kept = new Map([...held, ...planVocabulary(held, entries).written].map((entry) => [entry.said, entry]));
  return entries.map((entry) => kept.get(entry.said) as KeptEntry);
}

function readGiven(given: GivenVocabulary): readonly KeptEntry[] | Refusal {
  return "body" in given ? readVocabulary(given.body) : readVocabulary({ entries: given.entries }, given.lines);
}

/** @param lines the line of each entry in its file; without it, problems name entries by their place in the list */
function readVocabulary(given: unknown, lines?: readonly number[]): readonly KeptEntry[] | Refusal {
  if (!isObject(given)) return refuse("INVALID_REQUEST", { code: "body.not_object" });
  const { entries, ...rest } = given as { readonly entries?: unknown };
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) return refuse("INVALID_REQUEST", { code: "body.unknown_field", name: unknown });
  if (!Array.isArray(entries)) return refuse("INVALID_REQUEST", { code: "field.not_array", field: "entries" });
  const { entries: max } = VOCABULARY;
  if (entries.length > max) {
    return refuse("INVALID_REQUEST", { code: "field.too_many_entries", field: "entries", max });
  }
  const problems: Problem[] = [];
  const firstIndex = new Map<unknown, number>();
  const read = entries.map((entry: unknown, index): KeptEntry => {
    const line = lines?.[index];
    const at = line === undefined ? `entries[${index}]` : null;
    const found = problemsOf(entry, (field) => (at === null ? field : field === "" ? at : `${at}.${field}`));
    const { said, meant, ...settings } = Object(entry) as KeptEntry;
    const { both_ways = false, weight = VOCABULARY.weight.usual, on = true, starter = false } = settings;
    const first = firstIndex.get(said);
    if (first !== undefined && found.length === 0) {
      found.push(
        at === null
          ? { code: "vocabulary.duplicate_line", said, first_line: lines?.[first] as number }
          : { code: "vocabulary.duplicate", field: `${at}.said`, said, first_index: first },
      );
    }
    if (first === undefined) firstIndex.set(said, index);
    problems.push(...found.map((problem) => (at === null ? { ...problem, at: `line ${line}` } : problem)));
    return { said, meant, both_ways, weight, on, starter };
  });
  return problems.length > 0 ? new Refusal("INVALID_REQUEST", firstFew(problems)) : read;
}

const FIELDS: readonly string[] = ["said", "meant", "both_ways", "weight", "on", "starter"];

/** @param named the name of a field of the entry, or of the entry itself for "" */
function problemsOf(entry: unknown, named: (field: string) => string): Problem[] {
  if (!isObject(entry)) return [{ code: "vocabulary.entry_ill_formed", field: named("") || "entry" }];
  const {
    said,
    meant,
    both_ways = false,
    weight = VOCABULARY.weight.usual,
    on = true,
    starter = false,
  } = entry as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(entry).find((name) => !FIELDS.includes(name));
  const { min, max } = VOCABULARY.weight;
  const isWeight = typeof weight === "number" && weight >= min && weight <= max;
  return [
    unknown === undefined ? null : { code: "field.unknown_field" as const, field: named("") || "entry", name: unknown },
    wordProblem(named("said"), said),
    ...meantProblems(named("meant"), meant),
    isWeight ? null : { code: "vocabulary.weight_ill_formed" as const, field: named("weight"), min, max },
    ...Object.entries({ both_ways, on, starter }).map(([name, value]) =>
      typeof value === "boolean" ? null : { code: "field.not_boolean" as const, field: named(name) },
    ),
  ].filter((problem) => problem !== null);
}

function meantProblems(field: string, meant: unknown): (Problem | null)[] {
  if (!Array.isArray(meant)) return [{ code: "field.not_array", field }];
  if (meant.length === 0) return [{ code: "field.too_few_entries", field, min: 1 }];
  if (meant.length > VOCABULARY.meant) return [{ code: "field.too_many_entries", field, max: VOCABULARY.meant }];
  const twice: unknown = meant.find((word, i) => meant.indexOf(word) < i);
  return [
    ...meant.map((word, i) => wordProblem(`${field}[${i}]`, word)),
    typeof twice === "string" ? { code: "vocabulary.word_twice", field, word: twice } : null,
  ];
}

function wordProblem(field: string, word: unknown): Problem | null {
  const problem = problemWithName(field, word, VOCABULARY.characters);
  if (problem !== null) return problem;
  return (word as string).includes("|") ? { code: "vocabulary.bar", field } : null;
}
