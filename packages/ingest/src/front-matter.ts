import { problemWithTitle, TITLE_MAX } from "@retrieval/core/limits";

const FENCE = "---";
const ENDS = [FENCE, "..."];
const FIELD = /^([\p{L}_][\p{L}\p{N}_-]*):(?:\s+(.*))?$/u;
/** Continuation lines, comments and blank lines of YAML. */
const REST = /^(?:\s.*|-\s.*|#.*|)$/;

export interface FrontMatter {
  readonly title: string | null;
  /** The Markdown after it, with blank lines for the front matter so that positions stay the same. */
  readonly body: string;
}

/**
 * Removes YAML front matter. It counts as front matter only if every line could be YAML, because a document may also
 * begin with a thematic break.
 */
export function takeFrontMatter(text: string): FrontMatter {
  const none = { title: null, body: text };
  const lines = text.split("\n");
  if (lines[0]?.trimEnd() !== FENCE) return none;
  const end = lines.findIndex((line, i) => i > 0 && ENDS.includes(line.trimEnd()));
  if (end < 0) return none;

  const fields = new Map<string, string>();
  for (const line of lines.slice(1, end)) {
    const field = line.match(FIELD);
    if (field) fields.set(field[1] as string, (field[2] ?? "").trim());
    else if (!REST.test(line)) return none;
  }
  if (fields.size === 0) return none;
  const title = plainScalar(fields.get("title") ?? "");
  return { title, body: "\n".repeat(end + 1) + lines.slice(end + 1).join("\n") };
}

/** A YAML scalar in a simple spelling; null for anything that needs a YAML parser. */
function plainScalar(value: string): string | null {
  const text = unquoted(value);
  return text === null || problemWithTitle("title", text, TITLE_MAX) !== null ? null : text;
}

function unquoted(value: string): string | null {
  if (value.startsWith('"')) {
    try {
      const text: unknown = JSON.parse(value);
      return typeof text === "string" ? text : null;
    } catch {
      return null;
    }
  }
  if (value.startsWith("'")) {
    return value.length > 1 && value.endsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : null;
  }
  return /^[|>[{&*!#%@`]/.test(value) || / #|: /.test(value) ? null : value;
}
