import type { JsonOf } from "@retrieval/api/client";
import type { Command } from "commander";
import { say } from "../../texts/say.js";
import { readStarterVocabulary } from "../../vocabulary/vocabulary-files.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import type { ExitCode, Terminal } from "./terminal.js";

export function registerVocabularyCommands(program: Command, terminal: Terminal): void {
  const starting = program
    .command("vocabulary")
    .description("the words that users say, with the words that documents use instead")
    .command("starters")
    .description(
      "add the entries that come with this version of the program, without those whose word is\nthere already. Entries that were removed come back; those that are off stay off.",
    )
    .action(clientAction<[], object>(terminal, addStarters));
  withCommonOptions(starting, ["retrieval vocabulary starters"]);
}

/** Adds to the entries as they are, and loses to a change that is made meanwhile. */
async function addStarters({ client, output }: Context): Promise<ExitCode> {
  const read = await client.readVocabulary();
  const ifMatch = read.headers.get("ETag") ?? "";
  const { entries: held } = read.body as JsonOf<"readVocabulary">;
  const words = new Set(held.map(({ said }) => said));
  const missing = readStarterVocabulary().filter(({ said }) => !words.has(said));
  const body = { entries: [...held, ...missing.map((entry) => ({ ...entry, starter: true }))] };
  const { entries } = (await client.replaceVocabulary({ body, ifMatch })).body;
  output.line(say("{more} starter entries added", { more: entries.length - held.length }));
  output.document({ entries });
  return 0;
}
