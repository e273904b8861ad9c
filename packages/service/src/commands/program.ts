import { Command, Help, type HelpConfiguration } from "commander";
import type { Environment } from "../settings/reader.js";
import { translateMessage } from "../texts/other-packages.js";
import { localeOf, say, speaking, translate } from "../texts/say.js";
import { VERSION } from "../version.js";
import { languageOption } from "./management/language-option.js";

/** Descriptions are English where a command is defined, and are translated when they are shown. */
function helpTexts(): HelpConfiguration {
  const help = new Help();
  const shown = (description: string, whole: string) =>
    translate(description) +
    whole.slice(description.length).replace("default:", say("default:")).replace("choices:", say("choices:"));
  return {
    styleTitle: translate,
    commandDescription: (command) => translate(help.commandDescription(command)),
    subcommandDescription: (command) => translate(help.subcommandDescription(command)),
    argumentDescription: (argument) => shown(argument.description, help.argumentDescription(argument)),
    optionDescription: (option) => shown(option.description, help.optionDescription(option)),
  };
}

/**
 * Runs the `retrieval` program in the language of the arguments and of the environment.
 *
 * @param register adds its commands
 */
export function runProgram(
  args: readonly string[],
  env: Environment,
  register: (program: Command) => void,
): Promise<Command> {
  return speaking(localeOf(args, env), () => createProgram(register).parseAsync(args, { from: "user" }));
}

/** The program without commands run. Call it while {@link speaking}. */
export function createProgram(register: (program: Command) => void): Command {
  const program = new Command("retrieval")
    .description("Retrieval Service: sign-in from a portal, users, documents and access rules")
    .version(VERSION)
    .showHelpAfterError(say("(see --help)"))
    .configureHelp(helpTexts())
    .configureOutput({ outputError: (text, write) => write(translateMessage(text)) })
    // `documents ingest --version` is the document's; without this, commander would answer the program's own --version.
    .enablePositionalOptions()
    .addOption(languageOption());
  register(program);
  return program;
}
