import type { Command } from "commander";
import { explained } from "./command.js";
import { languageOption } from "./language-option.js";
import { Output } from "./output.js";
import type { Terminal } from "./terminal.js";

export function registerOperationsCommand(program: Command, terminal: Terminal): void {
  program
    .command("operations")
    .description("list the operations that `retrieval call` calls, or show the parameters, body and example of one")
    .argument("[operation]", "the operation's name")
    .addOption(languageOption())
    .option("--json", "print one JSON document and nothing else on stdout")
    .action((name: string | undefined, { json = false }: { json?: boolean }) => {
      const output = new Output(terminal.stdout, terminal.stderr, json);
      return explained(terminal, output, {}, async () => {
        const { listOperations, showOperation } = await import("./operation-help.js");
        if (name === undefined) listOperations(output);
        else showOperation(output, name);
        return 0;
      });
    });
}
