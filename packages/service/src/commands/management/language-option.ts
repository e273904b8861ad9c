import { LANGUAGES } from "@retrieval/api/texts";
import { Option } from "commander";

/** Accepted before and after the command's name, because options are positional (`documents ingest --version`). */
export const languageOption = () =>
  new Option("--lang <language>", "the language of all output (default: the locale's)").choices(Object.keys(LANGUAGES));
