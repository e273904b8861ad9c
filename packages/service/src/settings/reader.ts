import { readFileSync } from "node:fs";
import { say, type Text, type ValuesFor } from "../texts/say.js";
import { describeSetting } from "./describe.js";
import type { Setting, ValuesOf } from "./setting.js";

export type Environment = Readonly<Record<string, string | undefined>>;
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

/** What keeps the service from starting: a setting that is not set, or one with a wrong value. */
export interface SettingProblem {
  readonly kind: "missing" | "wrong";
  readonly text: string;
}

/** Reads the settings of a table and collects the problems, so that all can be reported at once. Empty means unset. */
export class SettingsReader<const Table extends SettingsTable> {
  readonly problems: SettingProblem[] = [];
  readonly values: ValuesOf<Table>;
  readonly #table: Table;
  readonly #env: Environment;

  constructor(env: Environment, table: Table) {
    this.#env = env;
    this.#table = table;
    const values = Object.entries(table).map(([name, setting]) => [name, this.#value(name, setting)]);
    this.values = Object.fromEntries(values) as ValuesOf<Table>;
  }

  /** Every name that the environment may set. */
  get names(): string[] {
    return Object.entries(this.#table).flatMap(([name, { from }]) =>
      from === "secret" ? [name, `${name}_FILE`] : [name],
    );
  }

  isSet(name: string & keyof Table): boolean {
    return Boolean(this.#env[name] || (this.#table[name]?.from === "secret" && this.#env[`${name}_FILE`]));
  }

  /** What is set, without secrets: `PORT=8080`, `REDIS_URL`. */
  given(): string[] {
    const names = Object.keys(this.#table).filter((name) => this.isSet(name));
    return names.map((name) => (this.#table[name]?.from === "text" ? `${name}=${this.#env[name]}` : name));
  }

  /** Reports that a setting is needed, and what it is for. */
  require(name: string, beside?: string): void {
    const what = describeSetting(name);
    const text = beside
      ? say("{name} is required beside {beside}: {what}", { name, beside, what })
      : say("{name} is required: {what}", { name, what });
    this.problems.push({ kind: "missing", text });
  }

  wrong<T extends Text>(text: T, ...values: ValuesFor<T>): void {
    this.problems.push({ kind: "wrong", text: say(text, ...values) });
  }

  #value(name: string, setting: Setting<unknown>): unknown {
    const { from, required, expected, unset } = setting;
    if (required && !this.isSet(name)) this.require(name);
    const text = this.#text(name, from);
    if (text === null) return unset;
    const value = setting.parse(text);
    if (value !== undefined) return value;
    const what = expected();
    if (from === "text")
      this.wrong("{name} must be {what}; it is {value}", { name, what, value: JSON.stringify(text) });
    else if (from === "file") this.wrong("{name} must name a file with {what}", { name, what });
    else this.wrong("{name} must be {what}", { name, what });
    return unset;
  }

  #text(name: string, from: Setting<unknown>["from"]): string | null {
    const text = this.#env[name] || null;
    if (from === "file") return text && this.#content(name, text);
    const path = from === "secret" && this.#env[`${name}_FILE`];
    if (text !== null && path) this.wrong("{name} and {name}_FILE are both set; set one of them", { name });
    else if (path) return this.#content(`${name}_FILE`, path);
    else return text;
    return null;
  }

  /** The content of a file; one trailing line break is stripped. */
  #content(name: string, file: string): string | null {
    try {
      const content = readFileSync(file, "utf8").replace(/\r?\n$/, "");
      if (content !== "") return content;
      this.wrong("{name} names a file that is empty: {file}", { name, file });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "error";
      // A secret may stand there by mistake, one that looks like a path too.
      this.wrong(
        "{name} names a file that cannot be read ({code}); its value is not shown, because it may be a secret",
        {
          name,
          code,
        },
      );
    }
    return null;
  }
}
