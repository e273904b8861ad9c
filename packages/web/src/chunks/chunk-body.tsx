import type { StructuredChunk } from "@retrieval/core/chunks";
import styles from "./chunk-body.module.css";
import type { Highlight } from "./highlight.js";
import { pieces } from "./highlight.js";
import { Markdown } from "./markdown.js";

interface ChunkBodyProps {
  readonly chunk: Pick<StructuredChunk, "text_type" | "display">;
  /** Ranges of what is shown: the Markdown of a table, and of a list unless it is short; else the text. */
  readonly highlights?: readonly Highlight[];
}

/** A chunk in the form for its kind (SPEC 4.3): text with its white space, a table or a list as Markdown. */
export function ChunkBody({ chunk: { display }, highlights = [] }: ChunkBodyProps) {
  const { body_md, body_text } = display;
  if (body_md !== null) return <Markdown highlights={highlights}>{body_md}</Markdown>;
  return (
    <p className={styles.text}>
      {pieces(body_text ?? "", highlights).map(({ text, marked, at }) =>
        marked ? <mark key={at}>{text}</mark> : text,
      )}
    </p>
  );
}
