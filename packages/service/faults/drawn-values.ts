import type { Schema } from "./api-operations.js";
import type { KnownThings } from "./known-things.js";
import type { Random } from "./random.js";

/** Pieces of text that often break programs, and plain ones. */
const PIECES = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789就業規則第条休暇届総務部育児労働時間ｱｲｳ①㈱﨑髙𠮷",
  ..."é e\u0301 ß İ ı ﬁ א \u202E \u200D 👩‍👩‍👧 🏳️‍🌈 \uFEFF \uFFFD \u{10FFFF}".split(" "),
  ..."' \" \\ % _ * ? & | ! ( ) <script> {{x}} #{x} '--; ../ =1+1 , ; : / # @ ~ - + . null true 0 NaN".split(" "),
  ..."constructor toString __proto__".split(" "),
  " ",
  "  ",
];
const TURNING = "\u202E";
const PLAIN = [..."abcdefghijklmnopqrstuvwxyz0123456789就業規則第条休暇"];
const MOMENTS = ["2026-01-31", "2999-12-31", "2026-11-21T09:30:00+09:00", "2026-11-21T00:30:00.123456789Z"];

export const LAST_DAY = "2999-12-31";
const DAYS = ["2026-04-01", LAST_DAY];

/** The end of the pattern of UUIDs. */
const UUIDS = /\{12\}\$$/;
const UUID = "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34";

/** Draws values that match a schema of the OpenAPI document. A field's name decides the source of its value. */
export class DrawnValues {
  constructor(
    private readonly random: Random,
    private readonly things: KnownThings,
    private readonly schemas: Readonly<Record<string, Schema>>,
  ) {}

  resolved(schema: Schema): Schema {
    const name = schema.$ref?.split("/").at(-1);
    return name === undefined ? schema : (this.schemas[name] as Schema);
  }

  /** @param name of the field or parameter */
  of(given: Schema, name: string): unknown {
    const { random } = this;
    const schema = this.resolved(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    // Next to the type of an object it has the forms of that object.
    if (schema.anyOf && schema.type === undefined) return this.of(random.pick(schema.anyOf), name);
    switch (schema.type) {
      case "object":
        return this.#object(schema);
      case "array":
        return this.#array(schema, name);
      case "boolean":
        return random.chance(0.5);
      case "integer":
        return this.#whole(schema);
      case "number":
        return this.#number(schema);
      case "null":
        return null;
      case "string":
        return this.text(schema, name);
      default:
        return random.pick([null, 0, "text", true, [], {}]);
    }
  }

  text({ minLength = 0, maxLength = 200, pattern }: Schema, name: string): string {
    const named = this.#named(name);
    if (named !== null) return named;
    // The only pattern that no free text fits.
    if (pattern !== undefined && UUIDS.test(pattern)) return UUID;
    const longest = this.random.chance(0.02) ? maxLength : Math.min(maxLength, this.random.whole(minLength, 24));
    const drawn = this.anyText(Math.max(minLength, longest));
    // Every pattern of a free text requires one line, and most refuse white space at its ends and what turns the text around.
    const fitting = pattern === undefined ? drawn : drawn.replaceAll(TURNING, "").trim();
    return fitting === "" && (minLength > 0 || pattern !== undefined) ? "x" : fitting;
  }

  /** At most this many characters, rarely fewer. */
  anyText(length: number): string {
    const pieces = this.random.chance(0.5) ? PLAIN : PIECES;
    let text = "";
    for (let size = 0; size < length; ) {
      const piece = this.random.pick(pieces);
      size += [...piece].length;
      if (size > length) break;
      text += piece;
    }
    return text;
  }

  #whole({ minimum = 0, maximum = 1_000_000 }: Schema): number {
    const largest = this.random.chance(0.1) ? maximum : Math.min(maximum, minimum + 20);
    return this.random.chance(0.05) ? maximum : this.random.whole(minimum, largest);
  }

  #number({ minimum = -1, maximum = 1e6 }: Schema): number {
    const drawn = [minimum, maximum, 0, 1, 0.5, 100.25].filter((value) => value >= minimum && value <= maximum);
    return this.random.pick(drawn);
  }

  #array({ items, prefixItems, minItems = 0, maxItems = 3 }: Schema, name: string): unknown[] {
    if (prefixItems) return prefixItems.map((item) => this.of(item, name));
    const size = this.random.whole(minItems, Math.max(minItems, Math.min(maxItems, 3)));
    return Array.from({ length: size }, () => this.of(items || {}, name));
  }

  #object({ properties = {}, required = [], anyOf = [{}] }: Schema): object {
    const value: Record<string, unknown> = {};
    const form = this.random.pick(anyOf);
    const needed = [...required, ...(form.required ?? [])];
    for (const [name, schema] of Object.entries(properties)) {
      const narrowed = { ...this.resolved(schema), ...form.properties?.[name] };
      if (needed.includes(name) || this.random.chance(0.5)) value[name] = this.of(narrowed, name);
    }
    return value;
  }

  /** A text that the field's or parameter's name requires; null if any text is valid. */
  #named(name: string): string | null {
    const { random, things } = this;
    const often = <T>(known: readonly T[], fallback: () => T): T =>
      known.length > 0 && random.chance(0.95) ? random.pick(known) : fallback();
    switch (name) {
      case "document_id":
      case "docId":
      case "replaced_by":
      case "doc_ids":
      case "document_ids":
        return often(things.documents, () => `d${random.whole(1, 99)}`);
      case "user_id":
      case "allowed_users":
        return often(things.users, () => `n${random.whole(1, 999)}`);
      case "department_code":
      case "remove_department_code":
      case "allowed_department_codes":
        return often(things.departments, () => `D${random.whole(1, 30)}`);
      case "permission_groups":
      case "add_groups":
      case "remove_groups":
      case "allowed_groups":
        return `group ${random.whole(1, 20)}`;
      case "chunk_id":
      case "chunkId":
        return often(
          things.chunks.map(({ chunkId }) => chunkId),
          () => `d${random.whole(1, 99)}::paragraph-1`,
        );
      case "text_hash":
        return `sha256:${"0".repeat(63)}${random.whole(0, 9)}`;
      case "token_id":
      case "authorization_id":
        return UUID;
      case "job_id":
        return often(things.jobs, () => "6f1f3c9e-8f0b-4f0e-9a54-0a3d6c1f2b7d");
      case "number":
        return String(random.whole(1, 4));
      case "email":
        return `${random.pick(["a", "o'neil", "佐藤", "x+y"])}${random.whole(1, 999)}@mail.example`;
      case "at":
        return random.chance(0.7) ? "2999-12-31" : random.pick(MOMENTS);
      case "from":
      case "to":
        return random.pick(MOMENTS);
      case "effective_from":
      case "effective_on":
      case "confirm_by":
      case "review_by":
      case "as_of":
        return random.pick(DAYS);
      case "without":
        return random.pick(["sign-in", "sign-in,sign-in-refused"]);
      case "columns":
        return random.pick(["user_id:user_id,display_name:display_name", "user_id:1,display_name:2"]);
      case "access_rules":
        return random.pick(["{}", '{"allow_all":true}', '{"allow_all":false,"allowed_users":["n1"]}']);
      default:
        return null;
    }
  }
}
