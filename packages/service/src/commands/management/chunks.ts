import { type Command, Option } from "commander";
import { embeddedCommand } from "./chunks-embedded.js";
import { exportCommand } from "./chunks-export.js";
import { clientAction, withCommonOptions } from "./command.js";
import type { Terminal } from "./terminal.js";

const EXPORT_HELP = `
A line is {chunk_id, doc_id, doc_title, version, text_type, text, text_hash,
embed_version, audience}. Embed "text". Show a chunk to a reader only if one of their
principals (GET /api/session?principals=true) is in its audience.
Export again without --stale whenever rules may have changed, and filter by the newer
audience.`;

const EMBEDDED_HELP = `
The file has the lines of an export; only chunk_id, doc_id and text_hash are read. A
chunk whose text has changed since is outdated and stays stale; a deleted chunk is
unknown. Neither is a failure: the next export with --stale has the remaining chunks.`;

export function registerChunkCommands(program: Command, terminal: Terminal): void {
  const chunks = program.command("chunks").description("chunks for other search engines, and their embeddings");

  const exporting = chunks
    .command("export")
    .description("write every published chunk with its text to embed and its audience, one line of JSON each")
    .addOption(new Option("--jsonl [file]", "the file to write, - for standard output").preset("-").default("-"))
    .option("--document <id>", "only this document")
    .option("--stale <name@date>", "only chunks that this version of the model has not embedded")
    .action(clientAction(terminal, exportCommand));
  withCommonOptions(
    exporting,
    ["retrieval chunks export --jsonl chunks.jsonl", "retrieval chunks export --stale bge-m3@2026-01-31 | my-embedder"],
    [EXPORT_HELP],
  );

  const embedding = chunks
    .command("embedded")
    .description("record which chunks have been embedded, and by which model")
    .argument("<file>", "lines of JSON as chunks export writes them, - for standard input")
    .requiredOption("--version <name@date>", "the embedding model's name and date")
    .action(clientAction(terminal, embeddedCommand));
  withCommonOptions(embedding, ["retrieval chunks embedded chunks.jsonl --version bge-m3@2026-01-31"], [EMBEDDED_HELP]);
}
