import type { JsonOf } from "@retrieval/api/client";
import type { Command } from "commander";
import { say } from "../../texts/say.js";
import { table } from "./columns.js";
import { clientAction, withCommonOptions } from "./command.js";
import { documents as countOfDocuments, users as countOfUsers } from "./publication-lines.js";
import type { Terminal } from "./terminal.js";

export function registerGroupCommands(program: Command, terminal: Terminal): void {
  const groups = program.command("groups").description("the permission groups of users and access rules");
  const listing = groups
    .command("list")
    .description("list the groups: name, number of active users of role user, number of documents whose rule names it")
    .action(
      clientAction<[], object>(terminal, async ({ client, output }) => {
        const { groups } = (await client.readReach()).body;
        output.lines(table(groups.map(({ group, ...counts }) => [group, ...countCells(counts)])));
        output.document({ groups });
        if (groups.length === 0) output.note(say("No user and no rule has a group."));
        return 0;
      }),
    );
  withCommonOptions(listing, ["retrieval groups list"]);
}

export function countCells({
  users,
  documents,
}: Pick<JsonOf<"readReach">["groups"][number], "users" | "documents">): string[] {
  return [countOfUsers(users), countOfDocuments(documents)];
}
