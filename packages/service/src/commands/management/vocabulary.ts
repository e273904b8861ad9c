import type { VocabularyEntryView } from "@retrieval/api";
import type { JsonOf } from "@retrieval/api/client";
import { vocabularyRows, writeCsv } from "@retrieval/api/csv";
import { type Command, InvalidArgumentError } from "commander";
import { say } from "../../texts/say.js";
import { readStarterVocabulary } from "../../vocabulary/vocabulary-files.js";
import { table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { named, readLocalFile, writeLocalFile } from "./local-file.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

interface AddFlags {
  readonly bothWays?: boolean;
  readonly weight?: number;
}

export function registerVocabularyCommands(program: Command, terminal: Terminal): void {
  const vocabulary = program
    .command("vocabulary")
    .description("the words that users say, with the words that documents use instead");

  const listing = vocabulary
    .command("list")
    .description("list the entries")
    .option("--csv <file>", "write this CSV file instead, in UTF-8; `vocabulary import` reads it")
    .action(clientAction<[], { csv?: string }>(terminal, list));
  withCommonOptions(listing, ["retrieval vocabulary list", "retrieval vocabulary list --csv vocabulary.csv"]);

  const importing = vocabulary
    .command("import")
    .description(
      "replace all entries by a CSV file with the columns said and meant (words separated by |),\nand optionally both_ways, weight and on. A file with a refused line changes nothing.",
    )
    .argument("<file>", "the CSV, - for standard input: UTF-8 (with or without BOM) or CP932")
    .action(clientAction<[string], object>(terminal, importFile));
  withCommonOptions(importing, ["retrieval vocabulary import vocabulary.csv"]);

  const adding = vocabulary
    .command("add")
    .description("add an entry, or replace the one with the same word")
    .argument("<said>", "the word that users say")
    .argument("<meant...>", "the words that documents use instead")
    .option("--both-ways", "also search each word for the others")
    .option("--weight <number>", "how much the words count, from 0.1 to 1; a typed word counts 1", weight)
    .action(
      clientAction<[string, string[]], AddFlags>(terminal, (context, { bothWays = false, weight }, said, meant) =>
        change(
          context,
          () => say("{said}: added", { said }),
          (entries) => [
            ...entries.filter((entry) => entry.said !== said),
            { said, meant, both_ways: bothWays, ...(weight === undefined ? {} : { weight }) },
          ],
        ),
      ),
    );
  withCommonOptions(adding, [
    "retrieval vocabulary add ボーナス 賞与",
    "retrieval vocabulary add テレワーク 在宅勤務 リモートワーク --both-ways",
  ]);

  const starting = vocabulary
    .command("starters")
    .description(
      "add the entries that come with this version of the program, without those whose word is\nthere already. Entries that were removed come back; those that are off stay off.",
    )
    .action(
      clientAction<[], object>(terminal, (context) =>
        change(
          context,
          (more) => say("{more} starter entries added", { more }),
          (entries) => {
            const held = new Set(entries.map(({ said }) => said));
            const missing = readStarterVocabulary().filter(({ said }) => !held.has(said));
            return [...entries, ...missing.map((entry) => ({ ...entry, starter: true }))];
          },
        ),
      ),
    );
  withCommonOptions(starting, ["retrieval vocabulary starters"]);

  const removing = vocabulary
    .command("remove")
    .description("remove an entry")
    .argument("<said>", "the word that users say")
    .action(
      clientAction<[string], object>(terminal, (context, _, said) =>
        change(
          context,
          () => say("{said}: removed", { said }),
          (entries) => entries.filter((entry) => entry !== entryOf(said, entries)),
        ),
      ),
    );
  withCommonOptions(removing, ["retrieval vocabulary remove ボーナス"]);

  for (const [name, on] of Object.entries({ on: true, off: false })) {
    const switching = vocabulary
      .command(name)
      .description(on ? say("let search use an entry") : say("keep an entry, but do not let search use it"))
      .argument("<said>", "the word that users say")
      .action(
        clientAction<[string], object>(terminal, (context, _, said) =>
          change(
            context,
            () => (on ? say("{said}: on", { said }) : say("{said}: off", { said })),
            (entries) => {
              const found = entryOf(said, entries);
              return entries.map((entry) => (entry === found ? { ...entry, on } : entry));
            },
          ),
        ),
      );
    withCommonOptions(switching, [`retrieval vocabulary ${name} ボーナス`]);
  }
}

function weight(text: string): number {
  const value = Number(text);
  if (!/^[0-9.]+$/.test(text) || Number.isNaN(value)) throw new InvalidArgumentError(say("It must be a number."));
  return value;
}

async function list({ client, output }: Context, { csv }: { readonly csv?: string }): Promise<ExitCode> {
  const { entries } = (await client.readVocabulary()).body as JsonOf<"readVocabulary">;
  if (csv !== undefined) {
    await writeLocalFile(csv, writeCsv(vocabularyRows(entries)));
    output.line(say("{csv}: {entries} entries", { csv, entries: entries.length }));
    output.document({ file: csv, entries: entries.length });
    return 0;
  }
  output.lines(table(entries.map(lineOf)));
  output.document({ entries });
  return 0;
}

function lineOf({ said, meant, both_ways, weight, on, starter }: VocabularyEntryView): string[] {
  const notes = [on ? "" : say("off"), starter ? say("starter") : ""].filter((note) => note !== "");
  return [said, both_ways ? "<->" : "->", meant.join(" | "), String(weight), notes.join(", ")];
}

async function importFile({ client, output, terminal }: Context, _: object, path: string): Promise<ExitCode> {
  const body = await readLocalFile(path, terminal);
  const { entries } = (await client.replaceVocabulary({ body, type: "text/csv", ifMatch: "*" })).body;
  output.line(say("{path}: imported, {entries} entries", { path: named(path), entries: entries.length }));
  output.document({ entries });
  return 0;
}

type Given = Parameters<Context["client"]["replaceVocabulary"]>[0] extends infer Call
  ? Call extends { readonly body: { readonly entries: readonly (infer Entry)[] } }
    ? Entry
    : never
  : never;

/**
 * Changes the entries as they are, and loses to a change that is made meanwhile.
 *
 * @param done the line to print, from how many entries there are more now
 */
async function change(
  { client, output }: Context,
  done: (more: number) => string,
  changed: (entries: readonly VocabularyEntryView[]) => readonly Given[],
): Promise<ExitCode> {
  const read = await client.readVocabulary();
  const ifMatch = read.headers.get("ETag") ?? "";
  const held = (read.body as JsonOf<"readVocabulary">).entries;
  const { entries } = (await client.replaceVocabulary({ body: { entries: changed(held) }, ifMatch })).body;
  output.line(done(entries.length - held.length));
  output.document({ entries });
  return 0;
}

function entryOf(said: string, entries: readonly VocabularyEntryView[]): VocabularyEntryView {
  const found = entries.find((entry) => entry.said === said);
  if (found === undefined)
    throw new UsageError(say("The vocabulary has no entry {said}.", { said: JSON.stringify(said) }));
  return found;
}
