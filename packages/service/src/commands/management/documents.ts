import { RefusalError } from "@retrieval/api/client";
import { FILE_EXTENSIONS, ORIGINAL_CHOICES } from "@retrieval/core/limits";
import { type Command, Option } from "commander";
import { refusesCaller } from "../../client/failures.js";
import { firstRows } from "../../client/first-rows.js";
import { say } from "../../texts/say.js";
import { shorten, table } from "./columns.js";
import { type Context, clientAction, errorDocument, refusalText, withCommonOptions } from "./command.js";
import { agreed } from "./confirm.js";
import { ID_SOURCES } from "./document-files.js";
import { changesText, type IngestFlags, ingestDocuments } from "./documents-ingest.js";
import { compareCommand, originalCommand, restoreVersionCommand, versionsCommand } from "./documents-versions.js";
import { limitNumber } from "./numbers.js";
import { RuleWatch, readerLine, ruleChangeLines, sayRuleWarnings } from "./rule-effect.js";
import { RULE_HELP, ruleText } from "./rule-text.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

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
  const documents = program.command("documents").description("ingest, list, publish, restore and delete documents");

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
    .option("--draft", "save them as drafts; documents publish makes a draft visible to readers")
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
      "retrieval documents ingest board.md --id board-minutes --access groups:board",
    ],
    [INGEST_HELP, RULE_HELP],
  );

  const listing = documents
    .command("list")
    .description("list documents with their title, version and rule")
    .argument("[query]", "part of the id or title (default: all documents)")
    .option("--department-code <code>", "only documents whose rule names this department code")
    .option("--group <group>", "only documents whose rule names this group")
    .option("--limit <number>", "the maximum number", limitNumber, 200)
    .action(clientAction<[string | undefined], ListFlags>(terminal, showDocuments));
  withCommonOptions(listing, [
    "retrieval documents list",
    "retrieval documents list 規程",
    "retrieval documents list --group managers",
  ]);

  const publishing = documents
    .command("publish")
    .description("publish a document's draft, so that readers see it")
    .argument("<document>", "the document's id")
    .action(
      clientAction<[string], object>(terminal, async ({ client, output }, _flags, document_id) => {
        const rules = new RuleWatch(client);
        const earlier = await rules.newest(document_id);
        const { changes } = (await client.publishDraft({ document_id })).body;
        const effect = await rules.effect(document_id, earlier);
        output.line(say("{document_id}: published, {changes}", { document_id, changes: changesText(changes) }));
        const { body: preview } = await client.previewPublication({ document_id });
        output.lines(ruleChangeLines(effect));
        output.line(readerLine(preview, false));
        sayRuleWarnings(output, [effect]);
        output.document({ document_id, changes, readers: preview.readers, ...effect });
        return 0;
      }),
    );
  withCommonOptions(publishing, ["retrieval documents publish board-minutes"]);

  const versions = documents
    .command("versions")
    .description("list a document's versions, newest first; readers see the first one only")
    .argument("<document>", "the document's id")
    .action(clientAction<[string], object>(terminal, versionsCommand));
  withCommonOptions(versions, ["retrieval documents versions work-rules"]);

  const comparing = documents
    .command("compare")
    .description("list the passages that have changed from a version to the published one")
    .argument("<document>", "the document's id")
    .argument("<number>", "the version's number, see documents versions", limitNumber)
    .action(clientAction<[string, number], object>(terminal, compareCommand));
  withCommonOptions(comparing, ["retrieval documents compare work-rules 3"]);

  const restoring = documents
    .command("restore")
    .description("publish the contents of an older version again, under the rule in effect")
    .argument("<document>", "the document's id")
    .argument("<number>", "the version's number, see documents versions", limitNumber)
    .action(clientAction<[string, number], object>(terminal, restoreVersionCommand));
  withCommonOptions(restoring, ["retrieval documents restore work-rules 3"]);

  const original = documents
    .command("original")
    .description("download the file that a document was uploaded as")
    .argument("<document>", "the document's id")
    .argument("<file>", "the file to write")
    .action(clientAction<[string, string], object>(terminal, originalCommand));
  withCommonOptions(original, ["retrieval documents original work-rules work-rules.docx"]);

  const deleting = documents
    .command("delete")
    .description("delete documents")
    .argument("<document...>", "the documents' ids")
    .option("--yes", "do not ask")
    .action(clientAction<[string[]], { yes?: boolean }>(terminal, deleteDocuments));
  withCommonOptions(deleting, ["retrieval documents delete board-minutes --yes"]);
}

interface ListFlags {
  readonly departmentCode?: string;
  readonly group?: string;
  readonly limit: number;
}

/** A rule can be long; access show prints the whole rule. */
const RULE_COLUMNS = 48;

async function showDocuments(
  { client, output }: Context,
  { limit, departmentCode, group }: ListFlags,
  query: string | undefined,
): Promise<ExitCode> {
  const filter = { query, allowed_department_code: departmentCode, allowed_group: group };
  const { rows: documents, more } = await firstRows(
    limit,
    (limit) => client.pages("listDocuments", { ...filter, limit }),
    ({ documents }) => documents,
  );
  output.lines(
    table(
      documents.map(({ document_id, title, version, access_rules }) => [
        document_id,
        title,
        version,
        shorten(ruleText(access_rules), RULE_COLUMNS),
      ]),
    ),
  );
  output.document({ documents, more });
  if (documents.length === 0) output.note(say("No documents found."));
  if (more) output.note(say("There are more than {limit}; raise --limit to show them.", { limit }));
  return documents.length === 0 && query !== undefined ? 1 : 0;
}

async function deleteDocuments(
  context: Context,
  { yes }: { readonly yes?: boolean },
  document_ids: readonly string[],
): Promise<ExitCode> {
  const { client, output, terminal } = context;
  if (!yes && !terminal.stdin.isTTY) throw new UsageError(say("There is no terminal to ask on; use --yes to delete."));
  if (!yes && !(await agreed(say("Delete {documents}?", { documents: document_ids.join(", ") }), terminal))) {
    output.note(say("Nothing was deleted."));
    output.document({ deleted: [], failed: [] });
    return 1;
  }
  const deleted: string[] = [];
  const failed: object[] = [];
  for (const document_id of document_ids) {
    try {
      await client.deleteDocument({ document_id });
      deleted.push(document_id);
      output.line(say("{document_id}: deleted", { document_id }));
    } catch (error) {
      if (!(error instanceof RefusalError) || refusesCaller(error)) throw error;
      failed.push({ document_id, error: errorDocument(error) });
      output.note(`${document_id}: ${refusalText(error)}`);
    }
  }
  output.document({ deleted, failed });
  return failed.length > 0 ? 1 : 0;
}
