import type { Client, ReplyOf } from "@retrieval/api/client";
import type { Command } from "commander";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { excerpt } from "./excerpt.js";
import { limitNumber } from "./numbers.js";
import type { ExitCode, Terminal } from "./terminal.js";

type SearchResult = ReplyOf<"searchChunks">["body"]["results"][number];

export function registerSearchCommand(program: Command, terminal: Terminal): void {
  const searching = program
    .command("search")
    .description("search the documents with the access of the signed-in administrator")
    .argument("<query>", "words, a question, or a phrase in quotes")
    .option("--limit <number>", "the maximum number of results", limitNumber, 10)
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
  const { results, total } = await findChunks(client, query, limit);
  for (const [i, result] of results.entries()) {
    if (i > 0) output.line();
    say(output, result);
  }
  output.document({ results, total });
  if (results.length === 0) output.note("No results found.");
  else if (total > results.length) output.note(`${results.length} of ${total}; raise --limit to show more.`);
  return results.length === 0 ? 1 : 0;
}

/** The maximum of one call. */
const PAGE_MAX = 50;

/** The chunks that answer a query best, at most `limit`, and how many match. */
async function findChunks(client: Client, query: string, limit: number) {
  const results: SearchResult[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page = { query, limit: Math.min(PAGE_MAX, limit - results.length), cursor };
    const { body }: ReplyOf<"searchChunks"> = await client.searchChunks({ body: page });
    results.push(...body.results);
    cursor = body.next_cursor;
    if (cursor === null || results.length >= limit) return { results, total: body.total };
  }
}

function say(output: Context["output"], { doc, chunk, window, highlights }: SearchResult): void {
  const { breadcrumb, body_text, body_md } = chunk.display;
  output.line([doc.title, ...breadcrumb].join(" > "));
  output.line(`  ${chunk.chunk_id}`);
  output.marked(excerpt(body_text ?? body_md ?? "", highlights, window), "  ");
}
