import { Refusal, refuse } from "../errors.js";
import { firstFew } from "../first-few.js";
import { isObject } from "../is-object.js";
import { VOCABULARY } from "../limits.js";
import { problemWithName } from "../look-alikes.js";
import type { Problem } from "../problems.js";
import { ENTRY_FIELDS, type KeptEntry } from "./entry.js";
import type { VocabularyFile } from "./vocabulary-file-reader.js";

/** A body, or a file whose problems name lines. */
export type GivenVocabulary = { readonly body: unknown } | VocabularyFile;

/** The entries of a whole vocabulary. */
export const entriesFrom = (given: GivenVocabulary): readonly KeptEntry[] | Refusal =>
  "body" in given ? readVocabulary(given.body) : readVocabulary({ entries: given.entries }, given.lines);

/** One entry. @param said its word, unless the body has another */
export function entryFrom(body: unknown, said: string): KeptEntry | Refusal {
  const entry = isObject(body) ? { said, ...body } : body;
  const problems = problemsOf(entry, (field) => field);
  return problems.length > 0 ? new Refusal("INVALID_REQUEST", firstFew(problems)) : entryOf(entry as object);
}

const DEFAULTS = { both_ways: false, weight: VOCABULARY.weight.usual, on: true, starter: false };

function entryOf(given: object): KeptEntry {
  const { said, meant, both_ways, weight, on, starter } = { ...DEFAULTS, ...given } as KeptEntry;
  return { said, meant, both_ways, weight, on, starter };
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
    const { said } = Object(entry) as KeptEntry;
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
    return entryOf(Object(entry));
  });
  return problems.length > 0 ? new Refusal("INVALID_REQUEST", firstFew(problems)) : read;
}

/** `version` is of the entry as it was read, so that a list can be sent back. */
const FIELDS: readonly string[] = [...ENTRY_FIELDS, "version"];

/** @param named the name of a field of the entry, or of the entry itself for "" */
function problemsOf(entry: unknown, named: (field: string) => string): Problem[] {
  if (!isObject(entry)) return [{ code: "field.not_object", field: named("") || "entry" }];
  const { said, meant, weight, both_ways, on, starter } = { ...DEFAULTS, ...entry } as Record<string, unknown>;
  const unknown = Object.keys(entry).find((name) => !FIELDS.includes(name));
  const { min, max } = VOCABULARY.weight;
  const isWeight = typeof weight === "number" && weight >= min && weight <= max;
  return [
    unknown === undefined ? null : { code: "field.unknown_field" as const, field: named("") || "entry", name: unknown },
    saidProblem(named("said"), said),
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

/** No address can name the entry of a dot or two (RFC 3986 §5.2.4). */
const saidProblem = (field: string, said: unknown): Problem | null =>
  said === "." || said === ".." ? { code: "field.dots", field } : wordProblem(field, said);

function wordProblem(field: string, word: unknown): Problem | null {
  const problem = problemWithName(field, word, VOCABULARY.characters);
  if (problem !== null) return problem;
  return (word as string).includes("|") ? { code: "vocabulary.bar", field } : null;
}
