/** `{{% name %}}` and `{{< name >}}` of Hugo, `{% name %}` of Liquid and Jinja. */
const MARK = /\{\{[%<].*?[%>]\}\}|\{%.*?%\}/;
/** Code spans, which stay as they are, or a mark. */
const CODE_OR_MARK = new RegExp(`(?<!\`)(\`+)(?!\`).*?(?<!\`)\\1(?!\`)|${MARK.source}`, "g");
/** The beginning of a container: `:::note`, `::: tip Title`, `:::warning[Title]`. */
const CONTAINER = /^([\s>]*):{3,}[ \t]*[a-z][\w-]*(?:\[(.*)\]|[ \t]+([^{\s].*?))?[ \t]*(?:\{.*\})?[ \t]*$/;
const CONTAINER_END = /^[\s>]*:{3,}[ \t]*$/;
const FENCE = /^[\s>]*(`{3,}|~{3,})/;
/** A longer line is no line of a template, and searching it for pairs may take long. */
const LINE_MAX = 1_000;

/** A parameter that the generated page shows. */
const SHOWN = /\b(?:title|caption|summary)="([^"]*)"/;

/**
 * Leaves out the marks that the generator of a documentation site replaces when it makes the pages. What they enclose
 * stays, and so do titles in them; marks in code are examples of them.
 */
export function dropTemplateMarks(text: string): string {
  if (!/\{%|\{\{<|:::/.test(text)) return text;
  let fence: string | null = null;
  let containers = 0;
  const lines = text.split("\n").map((line) => {
    const mark = line.match(FENCE)?.[1];
    if (mark !== undefined && (fence === null || (mark.startsWith(fence) && line.endsWith(mark)))) {
      fence = fence === null ? mark : null;
    } else if (fence === null && line.length <= LINE_MAX) {
      const container = line.match(CONTAINER);
      if (container) {
        containers += 1;
        const [, edge = "", bracketed, title = bracketed ?? ""] = container;
        return asParagraph(title, edge);
      }
      if (containers === 0 || !CONTAINER_END.test(line)) return withoutMarks(line);
      containers -= 1;
      return line.replace(/:+/, "");
    }
    return line;
  });
  return lines.join("\n");
}

function withoutMarks(line: string): string {
  const kept = line.replace(CODE_OR_MARK, (found, ticks?: string) => (ticks === undefined ? shownIn(found) : found));
  return kept !== line && line.replace(MARK, "").trim() === "" ? asParagraph(kept) : kept;
}

/** The space parts it from a text on the same line. */
const shownIn = (mark: string) => mark.match(SHOWN)?.[1]?.concat(" ") ?? "";

/** A title of a block is no part of the text below it. */
const asParagraph = (title: string, edge = "") => (title.trim() === "" ? edge : `${edge}${title}\n${edge}`);
