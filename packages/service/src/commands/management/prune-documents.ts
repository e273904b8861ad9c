import { type Client, RefusalError } from "@retrieval/api/client";
import { dayIn } from "@retrieval/core/limits";
import { refusesCaller } from "../../client/failures.js";
import { say } from "../../texts/say.js";
import { type Context, refusalText } from "./command.js";
import type { FoundFiles } from "./document-files.js";
import { UsageError } from "./usage-error.js";

export interface PruneFlags {
  readonly source?: string;
  readonly prune?: boolean;
  /** Per cent of the source's documents. */
  readonly pruneLimit: number;
  readonly pruneReason?: string;
  /** The day of what is sent, and of the abolitions. */
  readonly effectiveFrom?: string;
}

/**
 * The documents of the source that no file is left of.
 *
 * @throws UsageError before anything is sent: without a source, if the folders were not read wholly, or over the limit
 */
export async function findLeft(client: Client, found: FoundFiles, flags: PruneFlags): Promise<readonly string[]> {
  const { source, prune, pruneLimit: limit } = flags;
  if (!prune) return [];
  if (source === undefined) throw new UsageError(say("--prune needs --source, which names the folder."));
  const [path] = found.unread;
  if (path !== undefined)
    throw new UsageError(
      say("--prune needs whole folders, and {path} is a file or a link. Nothing was sent.", { path }),
    );
  const all: string[] = [];
  for await (const { items } of client.pages("listDocuments", {}))
    for (const { document_id, ...of } of items) if (of.source === source && !of.abolished) all.push(document_id);
  const left = all.filter((document_id) => !found.ids.has(document_id));
  if (left.length * 100 > all.length * limit)
    throw new UsageError(
      say(
        "{left} of the {all} documents of {source} have no file any more, more than {limit} %. Nothing was sent. Check the folder, or set --prune-limit.",
        { left: left.length, all: all.length, source, limit },
      ),
      left,
    );
  return left;
}

/** Abolishes documents from their day on, or from today. @returns those that were abolished; each refusal is printed */
export async function abolishLeft(
  { client, output, terminal }: Context,
  left: readonly string[],
  { source = "", pruneReason: reason = say("Removed from {source}", { source }), effectiveFrom }: PruneFlags,
): Promise<string[]> {
  if (left.length === 0) return [];
  const effective_on = effectiveFrom ?? dayIn(terminal.now(), (await client.readConfiguration()).body.time_zone);
  const abolished: string[] = [];
  for (const document_id of left) {
    try {
      await client.abolishDocument({ document_id, body: { effective_on, reason } });
      abolished.push(document_id);
      output.line(say("{document_id}: abolished", { document_id }));
    } catch (error) {
      if (!(error instanceof RefusalError) || refusesCaller(error)) throw error;
      output.note(`${document_id}: ${refusalText(error)}`);
    }
  }
  return abolished;
}
