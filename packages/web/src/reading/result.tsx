import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { chunkAddress, searchAddress } from "./addresses.js";
import type { FoundPassage, SearchResult } from "./answers.js";
import type { Asked } from "./asked.js";
import { Breadcrumb } from "./breadcrumb.js";
import { excerpt, fewRows, pieces } from "./highlight.js";
import { Markdown } from "./markdown.js";
import { messages } from "./messages.js";
import styles from "./result.module.css";

/** How much of its passages a result shows: characters together, and rows of a table. */
const SHOWN = { characters: 260, least: 110, rows: 4 };

/**
 * One section that was found: its name, where it is, and its best passages.
 *
 * @param more how many more sections of the same document match; 0: they are all here
 */
export function Result({ result, asked, more }: { result: SearchResult; asked: Asked; more: number }) {
  const { doc, section, chunk, passages } = result;
  const text = useMessages(messages);
  const characters = Math.max(SHOWN.least, Math.floor(SHOWN.characters / passages.length));
  return (
    <li>
      <article className={styles.result}>
        <h2 className={styles.title}>
          <Link href={chunkAddress(doc.id, chunk.chunk_id, asked)}>{text.section(section) || doc.title}</Link>
        </h2>
        <Breadcrumb document={doc.title} parts={section.breadcrumb} />
        {passages.map((passage) => (
          <Passage key={passage.chunk_id} passage={passage} characters={characters} />
        ))}
        {more > 0 && (
          <p className={styles.more}>
            <Link href={searchAddress(asked.query, { ...asked, document_id: doc.id })}>
              {text.moreIn(doc.title, more)}
            </Link>
          </p>
        )}
      </article>
    </li>
  );
}

function Passage({ passage, characters }: { passage: FoundPassage; characters: number }) {
  const text = useMessages(messages);
  const { body_text, body_md, window: part, highlights } = passage;
  if (body_text === null) {
    const { markdown, highlights: marked, left } = fewRows(body_md ?? "", highlights, SHOWN.rows);
    return (
      <>
        <Markdown highlights={marked}>{markdown}</Markdown>
        {(left > 0 || part !== null) && (
          <p className={styles.rows}>{part === null ? text.moreRows(left) : text.moreRowsThere}</p>
        )}
      </>
    );
  }
  const { from, to } = excerpt(body_text, highlights, characters);
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
const withoutBullets = (text: string) => text.replaceAll(/(^|\n)[-*] /g, "$1");
