import type { StructuredChunk } from "@retrieval/core/chunks";
import type { Window } from "@retrieval/core/use-cases";
import styles from "./chunk-body.module.css";
import { excerpt, fewRows, type Highlight, pieces } from "./highlight.js";
import { Markdown } from "./markdown.js";

interface ChunkBodyProps {
  readonly chunk: Pick<StructuredChunk, "text_type" | "display">;
  /** Ranges of what is shown: the Markdown of a table, and of a list unless it is short; else the text. */
  readonly highlights?: readonly Highlight[];
  /** An excerpt around the highlights, for a list of results: this many characters, or rows of a table. */
  readonly short?: { readonly characters: number; readonly rows: number };
  /** The text's offset in the whole text, which the chunk does not have; null: the chunk has the whole text. */
  readonly part?: Window | null;
}

/** A chunk in the form for its kind (SPEC 4.3): text with its white space, a table or a list as Markdown. */
export function ChunkBody({ chunk: { display }, highlights = [], short, part = null }: ChunkBodyProps) {
  const { body_md, body_text } = display;
  // The search's highlights are ranges of the text where there is one, so results show a list as text.
  if (body_md !== null && !(short && body_text !== null)) {
    const shown = short ? fewRows(body_md, highlights, short.rows) : { markdown: body_md, highlights };
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
