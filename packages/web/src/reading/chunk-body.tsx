import type { StructuredChunk, Window } from "@retrieval/core";
import styles from "./chunk-body.module.css";
import { excerpt, fewRows, type Highlight, pieces } from "./highlight.js";
import { Markdown } from "./markdown.js";

interface ChunkBodyProps {
  readonly chunk: Pick<StructuredChunk, "text_type" | "display">;
  readonly highlights?: readonly Highlight[];
  /** A part around the highlights, for a list of results: so many characters, so many rows of a table. */
  readonly short?: { readonly characters: number; readonly rows: number };
  /** Where the text stands in the whole one, which the chunk does not have; null: it is the whole one. */
  readonly part?: Window | null;
}

/** A chunk as its kind asks for (SPEC 4.3): text with its white space, a table or a list as Markdown. */
export function ChunkBody({ chunk: { display }, highlights = [], short, part = null }: ChunkBodyProps) {
  const { body_md, body_text } = display;
  // Highlights are ranges of the text where there is one: a list in results is shown as that.
  if (body_md !== null && !(short && body_text !== null)) {
    const marked = body_text === null ? highlights : [];
    const shown = short ? fewRows(body_md, marked, short.rows) : { markdown: body_md, highlights: marked };
    return <Markdown highlights={shown.highlights}>{shown.markdown}</Markdown>;
  }
  const text = body_text ?? "";
  const { from, to } = short ? excerpt(text, highlights, short.characters) : { from: 0, to: text.length };
  return (
    <p className={styles.text}>
      {(from > 0 || (part !== null && part.start > 0)) && "…"}
      {pieces(text.slice(from, to), highlights, from).map(({ text: part, marked, at }) =>
        marked ? <mark key={at}>{part}</mark> : part,
      )}
      {(to < text.length || (part !== null && part.end < part.length)) && "…"}
    </p>
  );
}
