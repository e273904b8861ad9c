import type { AccessReason } from "@retrieval/core";
import type { Command } from "commander";
import { readRules } from "../../client/read-rules.js";
import { say } from "../../texts/say.js";
import { sayRule, setCommand } from "./access-change.js";
import { historyCommand, previewCommand, restoreCommand } from "./access-history.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { limitNumber, wholeNumber } from "./numbers.js";
import { RULE_HELP, type RuleFlags } from "./rule-text.js";
import type { ExitCode, Terminal } from "./terminal.js";

export function registerAccessCommands(program: Command, terminal: Terminal): void {
  const access = program.command("access").description("who may see a document, and why");

  const showing = access
    .command("show")
    .description("show a document's rule")
    .argument("<document>", "the document's id")
    .action(clientAction<[string], object>(terminal, showRule));
  withCommonOptions(showing, ["retrieval access show board-minutes"]);

  const setting = withRule(
    access
      .command("set")
      .description("replace a document's rule; on a terminal, first show who gains or loses access, and ask"),
  )
    .option("--yes", "do not ask")
    .action(clientAction<[string, string | undefined], RuleFlags & { yes?: boolean }>(terminal, setCommand));
  withCommonOptions(
    setting,
    [
      "retrieval access set work-rules everyone",
      "retrieval access set board-minutes 'departments:D1010;groups:managers;users:001234'",
      "retrieval access set board-minutes --group managers --user 001234",
    ],
    [RULE_HELP],
  );

  const previewing = withRule(
    access.command("preview").description("show who would gain or lose access by a rule, and write nothing"),
  ).action(clientAction<[string, string | undefined], RuleFlags>(terminal, previewCommand));
  withCommonOptions(previewing, ["retrieval access preview board-minutes groups:managers"], [RULE_HELP]);

  const listing = access
    .command("history")
    .description("list all versions of a document's rule: version, time, who, why, gained, lost, the rule")
    .argument("<document>", "the document's id")
    .option("--limit <number>", "the maximum number", limitNumber, 50)
    .action(clientAction<[string], { limit: number }>(terminal, historyCommand));
  withCommonOptions(listing, ["retrieval access history board-minutes"]);

  const restoring = access
    .command("restore")
    .description("restore an older version of a document's rule")
    .argument("<document>", "the document's id")
    .argument("<version>", "the version, from access history", wholeNumber)
    .action(clientAction<[string, number], object>(terminal, restoreCommand));
  withCommonOptions(restoring, ["retrieval access restore board-minutes 3"]);

  const explaining = access
    .command("explain")
    .description("explain whether a user may see a document, and why or why not")
    .argument("<document>", "the document's id")
    .argument("<user>", "the employee number")
    .action(clientAction<[string, string], object>(terminal, explain));
  withCommonOptions(explaining, ["retrieval access explain board-minutes 001234"]);
}

/** Adds the arguments for a rule, as one text or as options. */
function withRule(command: Command): Command {
  return command
    .argument("<document>", "the document's id")
    .argument("[rule]", "the whole rule, see below")
    .option("--everyone", "every user may see it")
    .option("--nobody", "only administrators and developers may see it")
    .option("--department <code>", "this department may see it (repeat for more)", collect)
    .option("--group <name>", "this permission group may see it (repeat for more)", collect)
    .option("--user <number>", "this user may see it (repeat for more)", collect);
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function showRule({ client, output }: Context, _flags: object, document_id: string): Promise<ExitCode> {
  const { rules } = await readRules(client, document_id);
  sayRule(output, rules);
  output.document(rules);
  return 0;
}

async function explain(
  { client, output }: Context,
  _flags: object,
  document_id: string,
  user_id: string,
): Promise<ExitCode> {
  const { body: answer } = await client.explainAccess({ document_id, user_id });
  const { allowed, reasons, would_allow, user_active } = answer;
  output.line(
    allowed
      ? say("{user_id} may see {document_id}", { user_id, document_id })
      : say("{user_id} may not see {document_id}", { user_id, document_id }),
  );
  if (!user_active) output.line(say("  The user is inactive and cannot sign in."));
  if (reasons.length > 0) output.line(allowed ? say("Because of:") : say("If active, the user would have access by:"));
  else if (would_allow.length > 0) output.line(say("Any of these would give access:"));
  else output.line(say("  The rule names no user."));
  for (const reason of [...reasons, ...would_allow]) output.line(`  ${reasonText(reason)}`);
  output.document({ document_id, user_id, ...answer });
  return 0;
}

export function reasonText({ by, value }: AccessReason): string {
  switch (by) {
    case "role":
      return say("the role {value}, which sees every document", { value });
    case "allow_all":
      return say("the rule everyone");
    case "department":
      return say("department {value}", { value });
    case "group":
      return say("group {value}", { value });
    case "user":
      return say("user {value}", { value });
  }
}
