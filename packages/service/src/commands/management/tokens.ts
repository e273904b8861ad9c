import type { Command } from "commander";
import { say } from "../../texts/say.js";
import { table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { localTime } from "./local-time.js";
import type { ExitCode, Terminal } from "./terminal.js";

export function registerTokenCommands(program: Command, terminal: Terminal): void {
  const tokens = program.command("tokens").description("access tokens of users, for assistants and scripts");
  const listing = tokens
    .command("list")
    .description("list the access tokens of a user that have not ended: id, audience, end, last use, and name")
    .argument("<user>", "the employee number")
    .action(clientAction<[string], object>(terminal, listTokens));
  withCommonOptions(listing, ["retrieval tokens list 001234"]);

  const revoking = tokens
    .command("revoke")
    .description("end an access token: it is refused from the next request on")
    .argument("<user>", "the employee number")
    .argument("<token>", "the token's id, as tokens list shows it")
    .action(clientAction<[string, string], object>(terminal, revokeToken));
  withCommonOptions(revoking, ["retrieval tokens revoke 001234 0d9a4c53-9f1c-4b9e-8a55-3c1f2b7d6e10"]);

  const revokingAll = tokens
    .command("revoke-all")
    .description("end the access tokens of all users, for example after a restore; users can create new ones")
    .action(clientAction<[], object>(terminal, revokeAllTokens));
  withCommonOptions(revokingAll, ["retrieval tokens revoke-all"]);
}

async function listTokens({ client, output }: Context, _flags: object, user_id: string): Promise<ExitCode> {
  const { tokens } = (await client.listTokensOfUser({ user_id })).body;
  const rows = tokens.map(({ token_id, audience, expires_at, last_used_at, name }) => [
    ...[token_id, audience, say("until {time}", { time: localTime(expires_at) })],
    ...[last_used_at === null ? say("never used") : say("used {time}", { time: localTime(last_used_at) }), name],
  ]);
  output.lines(table(rows));
  output.document({ user_id, tokens });
  if (tokens.length === 0) output.note(say("{user_id} has no access tokens.", { user_id }));
  return 0;
}

async function revokeToken(
  { client, output }: Context,
  _flags: object,
  user_id: string,
  token_id: string,
): Promise<ExitCode> {
  await client.revokeTokenOfUser({ user_id, token_id });
  output.line(say("The access token {token_id} of {user_id} is revoked.", { token_id, user_id }));
  output.document({ user_id, token_id, revoked: true });
  return 0;
}

async function revokeAllTokens({ client, output }: Context): Promise<ExitCode> {
  const { revoked } = (await client.revokeAllTokens()).body;
  output.line(say("Access tokens of all users that are revoked: {revoked}", { revoked }));
  output.document({ revoked });
  return 0;
}
