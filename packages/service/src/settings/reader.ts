import { readFileSync } from "node:fs";
import { say, type Text, type ValuesFor } from "../texts/say.js";
import { type UnknownName, unknownNames } from "./unknown-names.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What keeps the service from starting: a setting that is not set, or one with a wrong value. */
export interface SettingProblem {
  readonly kind: "missing" | "wrong";
  readonly text: string;
}

/**
 * Reads settings one by one and collects the problems, so that all can be reported at once. Empty means unset. No
 * message holds the value of a secret.
 */
export class SettingsReader {
  readonly problems: SettingProblem[] = [];
  readonly warnings: string[] = [];
  readonly #known = new Set<string>();

  constructor(private readonly env: Environment) {}

  /** Names in the environment that look like settings and were not read. Complete once all settings are read. */
  unknown(): UnknownName[] {
    const given = Object.keys(this.env).filter((name) => this.env[name]);
    return unknownNames(given, [...this.#known]);
  }

  text(name: string): string | null {
    this.#known.add(name);
    const value = this.env[name];
    return value === undefined || value === "" ? null : value;
  }

  /** A secret, or the content of the file that NAME_FILE names; one trailing line break is stripped from a file. */
  secret(name: string): string | null {
    const value = this.text(name);
    const file = this.text(`${name}_FILE`);
    if (value !== null && file !== null) {
      this.wrong("{name} and {name}_FILE are both set; set one of them", { name });
      return null;
    }
    return file === null ? value : this.#content(`${name}_FILE`, file);
  }

  /** {@link secret}, and a problem where neither is set; `what` describes the expected value. */
  requiredSecret(name: string, what: string): string | null {
    const isSet = this.text(name) !== null || this.text(`${name}_FILE`) !== null;
    if (!isSet) this.missing("{name} is required: {what}", { name, what });
    return this.secret(name);
  }

  /** The content of the file that this setting names. */
  file(name: string): string | null {
    const file = this.text(name);
    return file === null ? null : this.#content(name, file);
  }

  number(
    name: string,
    { default: fallback, min, max, whole = true }: { default: number; min: number; max: number; whole?: boolean },
  ): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
    const kind = whole ? say("a whole number") : say("a number");
    this.wrong("{name} must be {kind} from {min} to {max}; it is {value}", {
      name,
      kind,
      min,
      max,
      value: JSON.stringify(text),
    });
    return fallback;
  }

  choice<const T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = allowed.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    this.wrong("{name} must be one of {allowed}; it is {value}", {
      name,
      allowed: allowed.join(", "),
      value: JSON.stringify(text),
    });
    return fallback;
  }

  flag(name: string, unset = false): boolean {
    return this.choice(name, ["true", "false"], unset ? "true" : "false") === "true";
  }

  /** The time zone of this machine, unless another is named. */
  timeZone(name: string): string {
    const timeZone = this.text(name) ?? undefined;
    try {
      return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
    } catch {
      const value = JSON.stringify(timeZone);
      this.wrong("{name} must be the name of a time zone, like Asia/Tokyo or UTC; it is {value}", { name, value });
      return "UTC";
    }
  }

  missing<T extends Text>(text: T, ...values: ValuesFor<T>): void {
    this.problems.push({ kind: "missing", text: say(text, ...values) });
  }

  wrong<T extends Text>(text: T, ...values: ValuesFor<T>): void {
    this.problems.push({ kind: "wrong", text: say(text, ...values) });
  }

  /** For a problem that does not stop the service from starting. */
  warn<T extends Text>(text: T, ...values: ValuesFor<T>): void {
    this.warnings.push(say(text, ...values));
  }

  #content(name: string, file: string): string | null {
    try {
      const content = readFileSync(file, "utf8").replace(/\r?\n$/, "");
      if (content !== "") return content;
      this.wrong("{name} names a file that is empty: {file}", { name, file });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "error";
      this.wrong("{name} names a file that cannot be read ({code}): {file}", { name, code, file });
    }
    return null;
  }
}
