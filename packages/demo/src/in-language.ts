import { spokenLanguage } from "@retrieval/service";

/** A text of the demo in the language of the command. */
export const inLanguage = (english: string, japanese: string): string =>
  spokenLanguage() === "ja" ? japanese : english;
