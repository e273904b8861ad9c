import type { Command } from "commander";
import type { CallFlags } from "./call-operation.js";
import { clientAction, withCommonOptions } from "./command.js";
import type { Terminal } from "./terminal.js";

const CALL_HELP = `
The parameters of the path and the query are options with their names: --user_id 001234.
One that is true or false is true without a value. "retrieval operations NAME" shows them
all, the fields of the body and an example. A date alone for --at, --from or --to is a day
in TIME_ZONE, else in the time zone of this machine; for --at and --to its end.
`;

export function registerCallCommand(program: Command, terminal: Terminal): void {
  const calling = program
    .command("call")
    .description("call an operation of the service; `retrieval operations` lists them")
    .argument("<operation>", "the operation's name")
    .argument("[parameters...]", "its parameters, each as --name value")
    .allowUnknownOption()
    .option("--body <body>", "the body: JSON, @file, or @- for standard input")
    .option("--type <media-type>", "the body's media type (default: by the file's extension, else JSON)")
    .option("--if-match <etag>", "change only the version with this ETag; * is any version")
    .option("--all", "read all pages of a list")
    .option("--fields <names>", "only these fields of each row of a list, separated by commas")
    .option("--output <file>", "write the answer to this file")
    .option("--yes", "do not ask before a deletion")
    .action(
      clientAction<[string, string[]], CallFlags>(terminal, async (...given) =>
        (await import("./call-operation.js")).callOperation(...given),
      ),
    );
  withCommonOptions(
    calling,
    [
      "retrieval call listUsers --query 田中 --all",
      "retrieval call listJobs --fields created_at,state,document_id",
      `retrieval call changeUser --user_id 001234 --body '{"role":"developer"}'`,
      "retrieval call deleteDocument --document_id board-minutes --yes",
      "retrieval call listAuditEntries --format csv --output audit.csv",
    ],
    [CALL_HELP],
  );
}
