import { useId } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { classes } from "../ui/classes.js";
import edges from "../ui/edges.module.css";
import { useKeptFocus } from "../ui/use-kept-focus.js";
import { chunkAddress } from "./addresses.js";
import styles from "./answer.module.css";
import type { QuestionAnswer } from "./answers.js";
import type { Asked } from "./asked.js";
import { CopyButton } from "./copy-button.js";
import { Judgement } from "./judgement.js";
import { messages } from "./messages.js";

interface AnswerProps {
  readonly answer: QuestionAnswer;
  readonly asked: Asked;
  /** Whether it is still the answer to the question before. */
  readonly isOld: boolean;
  /** Whether a model writes answers. */
  readonly byModel: boolean;
  /** Ends an answer that a model is writing; null: none is. */
  readonly stop: (() => void) | null;
}

/**
 * What the documents say to a question, word for word with its source, or what a model wrote, each sentence above the
 * quote that proves it; nothing where nothing fits.
 */
export function Answer({ answer: { sources, sentences, end }, asked, isOld, byModel, stop }: AnswerProps) {
  const text = useMessages(messages);
  const heading = useId();
  const { removed, place } = useKeptFocus();
  const isCut = byModel && stop === null && end === null;
  if (sentences.length === 0 && stop === null)
    return byModel ? (
      <p ref={place} tabIndex={-1} role="status" className={styles.writing}>
        {isCut ? text.cutBefore : text.notFound}
      </p>
    ) : null;
  // Only a sentence that a model wrote differs from its quote; one in the documents' words is its quote.
  const isWritten = end === null ? byModel : end.outcome === "answered";
  const cited = new Set(sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
  const shown = sources.filter(({ number }) => cited.has(number));
  const nameOf = ({ doc, section }: (typeof sources)[number]) =>
    [doc.title, text.section(section)].filter(Boolean).join(" ");
  // Where all is quoted, a number at the end of each source is enough; the others are for the keyboard.
  const lasts = new Map(sentences.flatMap(({ citations }) => citations.map((one) => [one.source, one] as const)));
  const isShown = (citation: Citation) => isWritten || lasts.get(citation.source) === citation;
  const cites = { sources, asked, isShown };
  /** Of the first quote from a source that answers. */
  const addressOf = ({ number, doc, chunk_id }: (typeof sources)[number]) => {
    const quotes = sentences.filter(({ is_context }) => !is_context).flatMap(({ citations }) => citations);
    const quote = quotes.find(({ source }) => source === number);
    return chunkAddress(doc.id, quote?.chunk_id ?? chunk_id, asked, quote);
  };
  const copied = () =>
    [
      ...sentences.map(({ text, level }) => "  ".repeat(level) + text),
      ...shown.map((source) => `— ${nameOf(source)}`),
    ].join("\n");
  return (
    <section className={styles.answer} aria-labelledby={heading} aria-busy={isOld || stop !== null}>
      <h2 id={heading} {...(!isCut && { ref: place, tabIndex: -1 })}>
        {isWritten ? text.writtenAnswer : text.answer}
      </h2>
      <div className={styles.sentences} aria-live="polite">
        {partsOf(sentences).map((part) =>
          part[0].cells === null ? (
            <Sentence key={part[0].text} sentence={part[0]} {...cites} isWritten={isWritten} />
          ) : (
            <Rows key={part[0].text} rows={part} {...cites} />
          ),
        )}
      </div>
      {stop !== null && (
        <p ref={removed} className={styles.writing}>
          <span role="status">{text.writing}</span>
          <Button small look="quiet" onPress={stop}>
            {text.stop}
          </Button>
        </p>
      )}
      {isCut && (
        <p ref={place} tabIndex={-1} role="status" className={styles.cut}>
          {text.cut}
        </p>
      )}
      {sentences.length > 0 && stop === null && (
        <>
          <div className={styles.sources}>
            {shown.map((source) => (
              <span key={source.number}>
                <Link href={addressOf(source)}>
                  <span aria-hidden>[{source.number}] </span>
                  {nameOf(source)}
                </Link>
                <span>{text.version(source.doc.version)}</span>
              </span>
            ))}
          </div>
          <div className={styles.actions}>
            {end !== null && <Judgement key={end.answer_id} answerId={end.answer_id} />}
            <CopyButton key={asked.query} value={copied}>
              {text.copyAnswer}
            </CopyButton>
          </div>
        </>
      )}
      {isWritten && sentences.length > 0 && <p className={styles.promise}>{text.promise(end?.written_by ?? null)}</p>}
      {end?.outcome === "extract" && end.model === "failed" && <p className={styles.promise}>{text.notWritten}</p>}
    </section>
  );
}

type AnswerSentence = QuestionAnswer["sentences"][number];

/** Rows of one table that follow each other are one part, every other sentence is another. */
function partsOf(sentences: readonly AnswerSentence[]): (readonly [AnswerSentence, ...AnswerSentence[]])[] {
  const parts: [AnswerSentence, ...AnswerSentence[]][] = [];
  for (const sentence of sentences) {
    const before = parts.at(-1);
    if (sentence.cells !== null && before && tableOf(before[0]) === tableOf(sentence)) before.push(sentence);
    else parts.push([sentence]);
  }
  return parts;
}

const tableOf = ({ cells, citations }: AnswerSentence) => (cells === null ? null : citations[0]?.chunk_id);

/** The columns of all rows in the order of their table; a row leaves its empty cells out. */
function columnsOf(rows: readonly AnswerSentence[]): readonly string[] {
  const columns: string[] = [];
  for (const { cells } of rows) {
    let place = 0;
    for (const { column } of cells ?? []) {
      const known = columns.indexOf(column);
      if (known < 0) columns.splice(place, 0, column);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return columns;
}

/** Rows of a table under the columns that they say, each with a link to its place. */
function Rows({ rows, ...cites }: { readonly rows: readonly AnswerSentence[] } & Cites) {
  const { rowsOfTable } = useMessages(messages);
  const columns = columnsOf(rows);
  return (
    // Scrolls by itself, by keyboard too, where it is wider than the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes(edges.edges, styles.rows)} tabIndex={0} aria-label={rowsOfTable}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, cells, citations }) => (
            <tr key={text}>
              {columns.map((name) => (
                <td key={name}>
                  {cells
                    ?.filter(({ column }) => column === name)
                    .map((cell) => cell.text)
                    .join(" ")}
                </td>
              ))}
              <td>
                {citations.map((citation) => (
                  <CitationLink key={placeOf(citation)} citation={citation} {...cites} />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SentenceProps extends Cites {
  readonly sentence: AnswerSentence;
  readonly isWritten: boolean;
}

/** Items below this level are shown like those on it. */
const LEVEL_MAX = 3;

/** A sentence with links to the places of its quotes; one that a model wrote stands above the quotes that prove it. */
function Sentence({ sentence: { text, level, is_context, citations }, isWritten, ...cites }: SentenceProps) {
  const links = citations.map((citation) => <CitationLink key={placeOf(citation)} citation={citation} {...cites} />);
  if (!isWritten)
    return (
      <blockquote className={is_context ? styles.context : undefined} data-level={Math.min(level, LEVEL_MAX)}>
        {text} {links}
      </blockquote>
    );
  return (
    <div className={styles.written}>
      <p>{text}</p>
      {citations.map((citation, i) => (
        <blockquote key={placeOf(citation)}>
          {citation.quote} {links[i]}
        </blockquote>
      ))}
    </div>
  );
}

type Citation = AnswerSentence["citations"][number];

const placeOf = ({ chunk_id, start, end }: Citation) => `${chunk_id} ${start} ${end}`;

/** What the citations of an answer share. */
interface Cites {
  readonly sources: QuestionAnswer["sources"];
  readonly asked: Asked;
  /** Whether a number is always shown, not only under the pointer or with the focus. */
  readonly isShown: (citation: Citation) => boolean;
}

/** Opens the quoted words in their document. */
function CitationLink({ citation, sources, asked, isShown }: Cites & { readonly citation: Citation }) {
  const { sourceNumber } = useMessages(messages);
  const cited = sources.find(({ number }) => number === citation.source);
  if (cited === undefined) return null;
  return (
    <Link
      href={chunkAddress(cited.doc.id, citation.chunk_id, asked, citation)}
      aria-label={sourceNumber(cited.number, cited.doc.title)}
      className={classes(styles.number, !isShown(citation) && styles.repeated)}
    >
      [{cited.number}]
    </Link>
  );
}
