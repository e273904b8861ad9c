import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { LANGUAGES, type LanguageCode } from "@retrieval/api/texts";

/**
 * The texts of this package for an operator. The code has them in English, with `{name}` for a value; japanese.json has
 * the Japanese of each. A text that it lacks does not compile. The texts of problems are in `@retrieval/api/texts`,
 * because pages and portals show them too.
 */
export type Text = string & keyof typeof import("./japanese.json");

type ValuesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ValuesIn<Rest> : never;

/** The arguments after a text: its values, if it has any. */
export type ValuesFor<T extends string> = [ValuesIn<T>] extends [never]
  ? []
  : [Readonly<Record<ValuesIn<T>, string | number>>];

/** A text without a value in it. */
export type PlainText = { [T in Text]: [ValuesIn<T>] extends [never] ? T : never }[Text];

const japanese = createRequire(import.meta.url)("./japanese.json") as Readonly<Record<string, string>>;

/** Like the locale of POSIX, it holds for all output of a command. */
interface Locale {
  readonly language: LanguageCode;
  /** An IANA name; undefined: that of this machine. */
  readonly timeZone?: string | undefined;
}

const spoken = new AsyncLocalStorage<Locale>();

export const speaking = <Result>(locale: Locale, work: () => Result): Result => spoken.run(locale, work);

export const spokenLanguage = (): LanguageCode => spoken.getStore()?.language ?? "en";

export const spokenTimeZone = (): string | undefined => spoken.getStore()?.timeZone;

/** A text in the language of the command. */
export function say<T extends Text>(english: T, ...values: ValuesFor<T>): string {
  return translate(english, values[0]);
}

/** A text as a whole sentence. */
export const sentence = (text: string): string => text + LANGUAGES[spokenLanguage()].fullStop;

/** {@link say} for a text of a library, or one that it keeps for us; unknown ones stay English. */
export function translate(english: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = spokenLanguage() === "ja" ? (japanese[english] ?? english) : english;
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  // "{n} user(s)" is 1 user, and 2 users.
  return filled.replace(/(\S+) (\w+)\(s\)/g, (_, n: string, noun: string) => `${n} ${noun}${n === "1" ? "" : "s"}`);
}

/** What `--lang` and TIME_ZONE name, else the language of the locale (POSIX.1-2017, 8.2), else English. */
export function localeOf(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Locale {
  const named = args.filter((arg, i) => arg.startsWith("--lang=") || args[i - 1] === "--lang").at(-1);
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== "");
  const known = (Object.keys(LANGUAGES) as LanguageCode[]).find((code) => code === named?.replace("--lang=", ""));
  return { language: known ?? (locale?.startsWith("ja") ? "ja" : "en"), timeZone: env.TIME_ZONE || undefined };
}
