import { FILE_EXTENSIONS, NOTICES, ORIGINAL_CHOICES } from "@retrieval/core/limits";
import { type Command, Option } from "commander";
import { say } from "../../texts/say.js";
import { clientAction, withCommonOptions } from "./command.js";
import { ID_SOURCES } from "./document-files.js";
import { type IngestFlags, ingestDocuments } from "./documents-ingest.js";
import { wholeNumber } from "./numbers.js";
import { RULE_HELP } from "./rule-text.js";
import type { Terminal } from "./terminal.js";

const INGEST_HELP = `
The document id is the file's name without its extension; every run of characters
other than letters, digits, . _ and - becomes one hyphen: "旅費規程 (第2版).md" is
旅費規程-第2版. The same id again is a new version of the document. With --id-from path
it is made from the file's path below the named folder: 人事/規程.md is 人事-規程; with
--id-from folder the named folder's own name is in front, which tells several folders apart.
Links to folders inside a folder are not followed.
Without --access a new document gets the service's default rule, and an existing
one keeps the rule that it has.
`;

export function registerDocumentCommands(program: Command, terminal: Terminal): void {
  const documents = program.command("documents").description("ingest documents");

  const ingesting = documents
    .command("ingest")
    .description("ingest files, and folders with all subfolders, as documents")
    .argument("<file...>", say("files ending in {extensions}, or folders", { extensions: FILE_EXTENSIONS.join(" ") }))
    .option("--id <document>", "the document's id, for a single file")
    .addOption(
      new Option(
        "--id-from <source>",
        "make the ids from the files' names (default), or from their paths in the folder",
      )
        .choices(ID_SOURCES)
        .conflicts("id"),
    )
    .option("--title <text>", "the document's title, for a single file (default: its own)")
    .option("--version <text>", "the document's version (default: today's date)")
    .option("--access <rule>", "who may see the documents, see below")
    .addOption(
      new Option("--original <readers>", "who may download the file itself, of those who see the document").choices(
        ORIGINAL_CHOICES,
      ),
    )
    .option("--effective-from <day>", "the first day on which they are in force; without it, today")
    .addOption(
      new Option("--notice <kind>", "whether readers are told, or also asked to confirm that they know it").choices(
        NOTICES,
      ),
    )
    .option("--confirm-by <day>", "the last day to confirm; with --notice confirm")
    .option("--note <text>", "why they were changed")
    .option("--source <name>", "a name for these folders, which the documents keep")
    .addOption(
      new Option(
        "--prune",
        "abolish the documents of this source that the folders have no file for any more",
      ).conflicts("draft"),
    )
    .addOption(
      new Option("--prune-limit <percent>", "the most documents of the source that are abolished at once")
        .argParser(wholeNumber)
        .default(20),
    )
    .option("--prune-reason <text>", "why they are abolished, which readers see")
    .option("--dry-run", "show what would be sent and abolished, and change nothing")
    .option("--draft", "save them as drafts, which readers do not see until they are published")
    .action(
      clientAction<[string[]], IngestFlags>(terminal, (context, flags, paths) =>
        ingestDocuments(context, flags, paths),
      ),
    );
  withCommonOptions(
    ingesting,
    [
      "retrieval documents ingest 就業規則.md 旅費規程.md",
      "retrieval documents ingest rules/ --version 2025-10-01",
      "retrieval documents ingest rules/ --id-from path",
      "retrieval documents ingest rules/ --source hr-rules --prune --dry-run",
      "retrieval documents ingest board.md --id board-minutes --access groups:board",
    ],
    [INGEST_HELP, RULE_HELP],
  );
}
