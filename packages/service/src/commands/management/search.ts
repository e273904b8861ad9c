import type { ReplyOf } from "@retrieval/api/client";
import { RESULTS_MAX } from "@retrieval/core/limits";
import { type Command, InvalidArgumentError } from "commander";
import { say } from "../../texts/say.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { excerpt } from "./excerpt.js";
import { limitNumber } from "./numbers.js";
import type { ExitCode, Terminal } from "./terminal.js";

type SearchAnswer = ReplyOf<"searchChunks">["body"];
type SearchResult = SearchAnswer["results"][number];

export function registerSearchCommand(program: Command, terminal: Terminal): void {
  const searching = program
    .command("search")
    .description("search the documents with the access of the signed-in administrator")
    .argument("<query>", "words, a question, or a phrase in quotes")
    .option("--limit <number>", "the maximum number of results", resultsNumber, 10)
    .action(clientAction<[string], { limit: number }>(terminal, searchCommand));
  withCommonOptions(searching, [
    "retrieval search 通勤手当の上限はいくらですか",
    "retrieval search 第36条の2 --limit 3",
  ]);
}

async function searchCommand(
  { client, output }: Context,
  { limit }: { readonly limit: number },
  query: string,
): Promise<ExitCode> {
  const { body: found }: ReplyOf<"searchChunks"> = await client.searchChunks({ body: { query, limit } });
  const { results, total } = found;
  if (results.length > 0 && !found.fits) output.note(say("Nothing fits well. These are the nearest results."));
  for (const { written, read_as } of found.corrected)
    output.note(say('No document that you may read has "{written}"; searched "{read_as}".', { written, read_as }));
  for (const { said, also } of found.widened)
    output.note(say('Also searched, for "{said}": {also}', { said, also: also.join(", ") }));
  const quoted = quotesOf(found.answer);
  output.lines(quoted);
  const named = found.documents.filter((document) => document.named);
  for (const { id, title } of named) output.lines([title, `  ${id}`]);
  for (const [i, result] of results.entries()) {
    if (i > 0 || named.length + quoted.length > 0) output.line();
    printResult(output, result);
  }
  output.document(found);
  if (results.length === 0) output.note(say("No results found."));
  const all = found.total_is === "exact" ? `${total}` : say("at least {total}", { total });
  const counts = { count: results.length, all, max: RESULTS_MAX };
  if (total > results.length)
    output.note(say("{count} of {all}. Raise --limit (at most {max}), or use other words.", counts));
  return results.length === 0 ? 1 : 0;
}

function resultsNumber(text: string): number {
  const limit = limitNumber(text);
  if (limit > RESULTS_MAX) throw new InvalidArgumentError(say("It must be at most {max}.", { max: RESULTS_MAX }));
  return limit;
}

/** What the answer quotes, below the name of its section. */
function quotesOf(found: SearchAnswer["answer"]): string[] {
  if (!found?.answer) return [];
  const { doc, section, units } = found.answer;
  const names = section.type === null ? [] : [section.label, section.title];
  return [
    [doc.title, ...names].filter((part) => part !== "").join(" "),
    ...units.map(({ text, level }) => `${"  ".repeat(level + 1)}${text}`),
  ];
}

function printResult(output: Context["output"], { doc, section, chunk, highlights }: SearchResult): void {
  const { body_text, body_md } = chunk.display;
  const name = [section.label, section.title].filter((part) => part !== "").join(" ");
  output.line([doc.title, ...section.breadcrumb, ...(section.type === null ? [] : [name])].join(" > "));
  output.line(`  ${chunk.chunk_id}`);
  output.marked(excerpt(body_text ?? body_md ?? "", highlights), "  ");
}
