import { registerManagementCommands } from "./management/index.js";
import { runProgram } from "./program.js";
import { type OptionalParts, registerServerCommands } from "./server-commands.js";

/** The `retrieval` command, with the arguments of this process. */
export async function runCommand(parts: OptionalParts): Promise<void> {
  // The reader of our output may close it early (`| head`); that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });

  await runProgram(process.argv.slice(2), process.env, (program) => {
    program.exitOverride((exit) => {
      // Help and the version exit with 0; wrong usage with 2, as shells expect.
      process.exit(exit.exitCode === 0 ? 0 : 2);
    });
    registerServerCommands(program, parts);
    registerManagementCommands(program);
  });
}
