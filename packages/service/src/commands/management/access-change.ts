import type { WordedRules } from "@retrieval/api";
import { RefusalError } from "@retrieval/api/client";
import type { AccessRules } from "@retrieval/core";
import { readRules } from "../../client/read-rules.js";
import { say } from "../../texts/say.js";
import { effectLines } from "./access-effect.js";
import { table } from "./columns.js";
import { type Context, errorDocument, refusalText } from "./command.js";
import { agreed } from "./confirm.js";
import { type RuleFlags, ruleText, ruleWanted } from "./rule-text.js";
import type { ExitCode } from "./terminal.js";

/**
 * Replaces a rule. On a terminal, first shows the users who gain or lose access and asks for confirmation; a script is
 * not asked.
 */
export async function setCommand(
  context: Context,
  flags: RuleFlags & { readonly yes?: boolean },
  document_id: string,
  text: string | undefined,
): Promise<ExitCode> {
  const { client, output, terminal, language } = context;
  const wanted = ruleWanted(text, flags, language);
  const asks = terminal.stdin.isTTY === true && !output.json && flags.yes !== true;
  return changeAndSay(
    context,
    document_id,
    (ifMatch) => client.changeAccessRules({ document_id, ifMatch, body: wanted }),
    asks ? () => agreedTo(context, document_id, wanted) : undefined,
  );
}

async function agreedTo({ client, output, terminal }: Context, document_id: string, wanted: AccessRules) {
  const { body: preview } = await client.previewAccessRules({ document_id, body: wanted });
  output.lines(effectLines(preview));
  for (const { message } of preview.warnings) output.warning(message);
  return agreed(say("Let {rule} see {document_id}?", { rule: ruleText(wanted), document_id }), terminal);
}

/** Changes the current rule and prints both; if the rule has changed in between, prints the rule as it is now. */
export async function changeAndSay(
  { client, output }: Context,
  document_id: string,
  change: (etag: string) => Promise<{ readonly body: WordedRules }>,
  agreed: () => Promise<boolean> = async () => true,
): Promise<ExitCode> {
  const { rules: before, etag } = await readRules(client, document_id);
  if (!(await agreed())) {
    output.note(say("Nothing was written."));
    return 1;
  }
  try {
    const { body: after } = await change(etag);
    sayRule(output, after);
    const isSame = ruleText(after.access_rules) === ruleText(before.access_rules);
    output.line(
      isSame
        ? say("This is already the current rule.")
        : say("Before: {rule}", { rule: ruleText(before.access_rules) }),
    );
    output.document({ ...after, before: before.access_rules });
    return 0;
  } catch (error) {
    if (!(error instanceof RefusalError) || error.code !== "PRECONDITION_FAILED") throw error;
    const { rules: now } = await readRules(client, document_id);
    output.error(refusalText(error));
    output.note(say("Nothing was written. The current rule is:"));
    sayRule(output, now);
    output.document({ error: errorDocument(error), now });
    return 1;
  }
}

export function sayRule(output: Context["output"], { document_id, title, access_rules, warnings }: WordedRules): void {
  output.line(`${document_id}  ${title}`);
  output.lines(table(rowsOf(access_rules)));
  for (const { message } of warnings) output.warning(message);
}

function rowsOf({ allow_all, ...lists }: AccessRules): string[][] {
  if (allow_all) return [[say("  everyone")]];
  const rows = [
    [say("  departments"), lists.allowed_department_codes.join(", ")],
    [say("  groups"), lists.allowed_groups.join(", ")],
    [say("  users"), lists.allowed_users.join(", ")],
  ].filter(([, names]) => names !== "");
  return rows.length > 0 ? rows : [[say("  only administrators and developers")]];
}
