import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { chunkAddress, searchAddress } from "./addresses.js";
import type { FoundPassage, SearchResult } from "./answers.js";
import type { Asked } from "./asked.js";
import { Breadcrumb } from "./breadcrumb.js";
import { excerpt } from "./excerpt.js";
import { fewRows, pieces } from "./highlight.js";
import { Markdown } from "./markdown.js";
import { messages } from "./messages.js";
import styles from "./result.module.css";

/** How much of its text a result shows: characters as wide as a kanji, and rows of a table. */
interface Amount {
  readonly characters: number;
  readonly rows: number;
}

/**
 * Of the first result most readers need no other: it shows about as much as a short article has. Below an answer, the
 * results are for those whom it did not answer: so many of them are on the screen as possible.
 */
export const AMOUNTS = {
  first: { characters: 360, rows: 4 },
  other: { characters: 180, rows: 4 },
  belowAnswer: { characters: 100, rows: 3 },
} as const satisfies Record<string, Amount>;

/**
 * One section that was found: its name, where it is, and its best passage.
 *
 * @param more how many more sections of the same document match; 0: they are all here
 */
export function Result({
  result,
  amount,
  asked,
  more,
}: {
  result: SearchResult;
  amount: Amount;
  asked: Asked;
  more: number;
}) {
  const { doc, section, chunk } = result;
  const text = useMessages(messages);
  return (
    <li>
      <article className={styles.result}>
        <div className={styles.head}>
          <h2 className={styles.title}>
            <Link href={chunkAddress(doc.id, chunk.chunk_id, asked)}>{text.section(section) || doc.title}</Link>
          </h2>
          <Breadcrumb document={doc.title} parts={section.breadcrumb} />
        </div>
        {shownPassages(result).map((passage) => (
          <Passage key={passage.chunk_id} passage={passage} amount={amount} />
        ))}
        {more > 0 && (
          <Link className={styles.note} href={searchAddress(asked.query, { ...asked, document_id: doc.id })}>
            {text.moreIn(doc.title, more)}
          </Link>
        )}
      </article>
    </li>
  );
}

/** The passage that answers best, or the first where the answer quotes that one, with what it announces or is announced by. */
function shownPassages({ chunk, passages }: SearchResult): readonly FoundPassage[] {
  const best = Math.max(
    passages.findIndex(({ chunk_id }) => chunk_id === chunk.chunk_id),
    0,
  );
  const from = passages[best]?.goes_on ? best - 1 : best;
  return passages.slice(from, passages[from + 1]?.goes_on ? from + 2 : from + 1);
}

function Passage({ passage, amount: { characters, rows } }: { passage: FoundPassage; amount: Amount }) {
  const text = useMessages(messages);
  const { body_text, body_md, highlights } = passage;
  if (body_text === null) {
    const { markdown, highlights: marked, left } = fewRows(body_md ?? "", highlights, rows);
    return (
      <>
        <Markdown highlights={marked}>{markdown}</Markdown>
        {left > 0 && <p className={styles.note}>{text.moreRows(left)}</p>}
      </>
    );
  }
  const { from, to } = excerpt(body_text, highlights, characters);
  return (
    <p className={styles.text}>
      {from > 0 && "… "}
      {pieces(body_text.slice(from, to), highlights, from).map(({ text: piece, marked, at }) =>
        marked ? <mark key={at}>{piece}</mark> : withoutBullets(piece),
      )}
      {to < body_text.length && " …"}
    </p>
  );
}

/** Items follow each other in one paragraph here. */
const withoutBullets = (text: string) => text.replaceAll(/(^|\n) *[-*] /g, "$1");
