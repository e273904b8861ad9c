import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { chunkAddress, searchAddress } from "./addresses.js";
import type { FoundPassage, SearchResult } from "./answers.js";
import type { Asked } from "./asked.js";
import { Breadcrumb } from "./breadcrumb.js";
import { fewRows, pieces } from "./highlight.js";
import { Markdown } from "./markdown.js";
import { messages } from "./messages.js";
import { type QuotedText, unquoted } from "./quoted-text.js";
import styles from "./result.module.css";
import { type Amount, type ShownPassage, shownPassages } from "./shown-passages.js";

/**
 * One section that was found: its name, where it is, and its best passages.
 *
 * @param amount how much of its text is shown
 * @param quoted what the answer above them shows already
 * @param more how many more sections of the same document match; 0: they are all here
 */
export function Result({
  result,
  amount,
  quoted,
  asked,
  more,
}: {
  result: SearchResult;
  amount: Amount;
  quoted: QuotedText;
  asked: Asked;
  more: number;
}) {
  const { doc, section, chunk } = result;
  const text = useMessages(messages);
  const passages = withWholeBest(result);
  const others = unquoted(passages, quoted);
  return (
    <li>
      <article className={styles.result}>
        <div className={styles.head}>
          <h2 className={styles.title}>
            <Link href={chunkAddress(doc.id, chunk.chunk_id, asked)}>{text.section(section) || doc.title}</Link>
          </h2>
          <Breadcrumb document={doc.title} parts={section.breadcrumb} />
          {others.length === 0 && passages.length > 0 && <p className={styles.note}>{text.quotedAbove}</p>}
          {more > 0 && (
            <Link className={styles.note} href={searchAddress(asked.query, { ...asked, document_id: doc.id })}>
              {text.moreIn(doc.title, more)}
            </Link>
          )}
        </div>
        {shownPassages(others, amount).map((shown) => (
          <Passage key={`${shown.passage.chunk_id} ${shown.passage.window?.start}`} {...shown} rows={amount.rows} />
        ))}
      </article>
    </li>
  );
}

/** The best passage with all of its text that the answer has; the rows of a table are chosen already. */
function withWholeBest({ chunk, window, highlights, passages }: SearchResult): readonly FoundPassage[] {
  const { body_text } = chunk.display;
  if (body_text === null) return passages;
  return passages.map((passage) =>
    passage.chunk_id === chunk.chunk_id ? { ...passage, body_text, body_md: null, window, highlights } : passage,
  );
}

function Passage({ passage, from, to, rows }: ShownPassage & { readonly rows: number }) {
  const text = useMessages(messages);
  const { body_text, body_md, window: part, highlights } = passage;
  if (body_text === null) {
    const { markdown, highlights: marked, left } = fewRows(body_md ?? "", highlights, rows);
    return (
      <>
        <Markdown highlights={marked}>{markdown}</Markdown>
        {(left > 0 || part !== null) && (
          <p className={styles.note}>{part === null ? text.moreRows(left) : text.moreRowsThere}</p>
        )}
      </>
    );
  }
  return (
    <p className={styles.text}>
      {(from > 0 || (part !== null && part.start > 0)) && "… "}
      {pieces(body_text.slice(from, to), highlights, from).map(({ text: piece, marked, at }) =>
        marked ? <mark key={at}>{piece}</mark> : withoutBullets(piece),
      )}
      {(to < body_text.length || (part !== null && part.end < part.length)) && " …"}
    </p>
  );
}

/** Items follow each other in one paragraph here. */
const withoutBullets = (text: string) => text.replaceAll(/(^|\n) *[-*] /g, "$1");
