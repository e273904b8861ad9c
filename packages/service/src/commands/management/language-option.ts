import { LANGUAGES, type LanguageCode } from "@retrieval/api/texts";
import { type Command, Option } from "commander";
import type { Terminal } from "./terminal.js";

/** Accepted before and after the command's name, because options are positional (`documents ingest --version`). */
export const languageOption = () =>
  new Option(
    "--lang <language>",
    "the language of the service's messages and of checks of input; the command's own notes stay in English (default: the locale's)",
  ).choices(Object.keys(LANGUAGES));

/** The language that the command line names, else that of the locale (POSIX.1-2017, 8.2), else English. */
export function languageOf(command: Command, { env }: Pick<Terminal, "env">): LanguageCode {
  const { lang } = command.optsWithGlobals<{ lang?: LanguageCode }>();
  if (lang !== undefined) return lang;
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== "");
  return locale?.startsWith("ja") ? "ja" : "en";
}
