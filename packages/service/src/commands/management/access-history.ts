import { firstRows } from "../../client/first-rows.js";
import { say } from "../../texts/say.js";
import { changeAndSay } from "./access-change.js";
import { effectLines } from "./access-effect.js";
import { shorten, table } from "./columns.js";
import type { Context } from "./command.js";
import { localTime } from "./local-time.js";
import { type RuleFlags, ruleText, ruleWanted } from "./rule-text.js";
import type { ExitCode } from "./terminal.js";

/** Shows the users who would gain or lose a document by a rule. Writes nothing. */
export async function previewCommand(
  { client, output, language }: Context,
  flags: RuleFlags,
  document_id: string,
  text: string | undefined,
): Promise<ExitCode> {
  const access_rules = ruleWanted(text, flags, language);
  const { body: preview } = await client.previewAccessRules({ document_id, body: access_rules });
  output.line(say("{document_id} as {rule}", { document_id, rule: ruleText(access_rules) }));
  output.lines(effectLines(preview));
  for (const { message } of preview.warnings) output.warning(message);
  output.document({ document_id, access_rules, ...preview });
  return 0;
}

/** A rule can be long; --json has the whole rule. */
const RULE_COLUMNS = 60;

/** All versions of a document's rule, newest first. */
export async function historyCommand(
  { client, output }: Context,
  { limit }: { readonly limit: number },
  document_id: string,
): Promise<ExitCode> {
  const { rows: versions, more } = await firstRows(
    limit,
    (limit) => client.pages("listAccessRuleVersions", { document_id, limit }),
    ({ versions }) => versions,
  );
  output.lines(
    table(
      versions.map(({ rules_version, at, by_user, cause, after, gained, lost }) => [
        String(rules_version),
        localTime(at),
        by_user ?? "-",
        cause,
        `+${gained}`,
        `-${lost}`,
        shorten(ruleText(after), RULE_COLUMNS),
      ]),
    ),
  );
  output.document({ document_id, versions, more });
  if (more) output.note(say("There are more than {limit}; raise --limit to show them.", { limit }));
  return 0;
}

/** Restores an older version of the rule. */
export function restoreCommand(
  context: Context,
  _flags: object,
  document_id: string,
  version: number,
): Promise<ExitCode> {
  return changeAndSay(context, document_id, (ifMatch) =>
    context.client.restoreAccessRules({ document_id, ifMatch, body: { version } }),
  );
}
