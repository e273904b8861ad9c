import { Command } from "commander";
import { VERSION } from "../version.js";
import { registerManagementCommands } from "./management/index.js";
import { type OptionalParts, registerServerCommands } from "./server-commands.js";

/** The `retrieval` command, with the arguments of this process. */
export async function runCommand(parts: OptionalParts): Promise<void> {
  const program = new Command("retrieval")
    .description("Retrieval Service: sign-in from a portal, users, documents and access rules")
    .version(VERSION)
    .showHelpAfterError("(see --help)")
    .exitOverride((exit) => {
      // Help and the version exit with 0; wrong usage with 2, as shells expect.
      process.exit(exit.exitCode === 0 ? 0 : 2);
    });

  // The reader of our output may close it early (`| head`); that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });

  registerServerCommands(program, parts);
  registerManagementCommands(program);

  await program.parseAsync();
}
