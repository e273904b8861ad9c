import type { AccessReason, AccessRules } from "@retrieval/core";
import type { Command } from "commander";
import type { RulesAnswer } from "../../client/answers.js";
import { ServiceRefusal } from "../../client/failures.js";
import { changeRules, explainAccess, readRules } from "../../client/operations.js";
import { table } from "./columns.js";
import { type Context, clientAction, errorDocument, refusalText, withCommonOptions } from "./command.js";
import { parseRule, RULE_HELP, type RuleFlags, ruleOfFlags, ruleText } from "./rule-text.js";
import type { ExitCode, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export function registerAccessCommands(program: Command, terminal: Terminal): void {
  const access = program.command("access").description("who may see a document, and why");

  const showing = access
    .command("show")
    .description("show a document's rule")
    .argument("<document>", "the document's id")
    .action(clientAction<[string], object>(terminal, showRule));
  withCommonOptions(showing, ["retrieval access show board-minutes"]);

  const setting = access
    .command("set")
    .description("replace a document's rule: by one text, or by options that can be repeated")
    .argument("<document>", "the document's id")
    .argument("[rule]", "the whole rule, see below")
    .option("--everyone", "everyone may see it")
    .option("--nobody", "nobody but administrators and developers may see it")
    .option("--department <code>", "this department may see it (repeat for more)", collect)
    .option("--group <name>", "this permission group may see it (repeat for more)", collect)
    .option("--user <number>", "this person may see it (repeat for more)", collect)
    .action(clientAction<[string, string | undefined], RuleFlags>(terminal, setRule));
  withCommonOptions(
    setting,
    [
      "retrieval access set work-rules everyone",
      "retrieval access set board-minutes 'departments:D1010;groups:managers;users:001234'",
      "retrieval access set board-minutes --group managers --user 001234",
    ],
    RULE_HELP,
  );

  const explaining = access
    .command("explain")
    .description("say whether a person may see a document, and why or why not")
    .argument("<document>", "the document's id")
    .argument("<user>", "the employee number")
    .action(clientAction<[string, string], object>(terminal, explain));
  withCommonOptions(explaining, ["retrieval access explain board-minutes 001234"]);
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

async function setRule(
  { client, output }: Context,
  flags: RuleFlags,
  document_id: string,
  text: string | undefined,
): Promise<ExitCode> {
  const wanted = ruleWanted(text, flags);
  const { rules: before, etag } = await readRules(client, document_id);
  try {
    const after = await changeRules(client, document_id, wanted, etag);
    sayRule(output, after);
    output.line(`Before: ${ruleText(before.access_rules)}`);
    output.document({ ...after, before: before.access_rules });
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || error.code !== "PRECONDITION_FAILED") throw error;
    const { rules: now } = await readRules(client, document_id);
    output.note(`error: ${refusalText(error)}`);
    output.note("Nothing was written. The rule is now:");
    sayRule(output, now);
    output.document({ error: errorDocument(error), now });
    return 1;
  }
}

function ruleWanted(text: string | undefined, flags: RuleFlags): AccessRules {
  const byFlags = ruleOfFlags(flags);
  if (text !== undefined && byFlags !== null)
    throw new UsageError("Give the rule as one text or by options, not both.");
  const wanted = text === undefined ? byFlags : parseRule(text);
  if (wanted === null) throw new UsageError("Say who may see the document, for example everyone or --group managers.");
  return wanted;
}

function sayRule(output: Context["output"], { document_id, title, access_rules, warnings }: RulesAnswer): void {
  output.line(`${document_id}  ${title}`);
  output.lines(table(rowsOf(access_rules)));
  for (const warning of warnings) output.note(`warning: ${warning}`);
}

function rowsOf({ allow_all, ...lists }: AccessRules): string[][] {
  if (allow_all) return [["  everyone"]];
  const rows = [
    ["  departments", lists.allowed_department_codes.join(", ")],
    ["  groups", lists.allowed_groups.join(", ")],
    ["  users", lists.allowed_users.join(", ")],
  ].filter(([, names]) => names !== "");
  return rows.length > 0 ? rows : [["  nobody but administrators and developers"]];
}

async function explain(
  { client, output }: Context,
  _flags: object,
  document_id: string,
  user_id: string,
): Promise<ExitCode> {
  const answer = await explainAccess(client, document_id, user_id);
  const { allowed, reasons, would_allow, user_active } = answer;
  output.line(`${user_id} ${allowed ? "may" : "may not"} see ${document_id}`);
  if (!user_active) output.line("  The user is inactive and cannot sign in.");
  if (reasons.length > 0) output.line(allowed ? "Because of:" : "If active, they would be let in by:");
  else if (would_allow.length > 0) output.line("Any of these would let them in:");
  else output.line("  The rule lets nobody in.");
  for (const reason of [...reasons, ...would_allow]) output.line(`  ${reasonText(reason)}`);
  output.document({ document_id, user_id, ...answer });
  return 0;
}

function reasonText({ by, value }: AccessReason): string {
  switch (by) {
    case "role":
      return `the role ${value}, which sees every document`;
    case "allow_all":
      return "the rule everyone";
    case "department":
      return `department ${value}`;
    case "group":
      return `group ${value}`;
    case "user":
      return `user ${value}`;
  }
}
