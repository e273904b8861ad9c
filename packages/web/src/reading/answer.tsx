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
  const title = { id: heading, ...(!isCut && { ref: place, tabIndex: -1 }) };
  return (
    <section className={styles.answer} aria-labelledby={heading} aria-busy={isOld || stop !== null}>
      {isWritten && <h2 {...title}>{text.writtenAnswer}</h2>}
      <div className={styles.sentences} aria-live="polite">
        {isWritten
          ? sentences.map((one) => <Written key={one.text} sentence={one} sources={sources} asked={asked} />)
          : shown.map((source, nth) => (
              <div key={source.number} className={styles.source}>
                <h2 {...(nth === 0 && title)}>
                  <Link href={addressOf(source)}>{nameOf(source)}</Link>
                  <span>{text.version(source.doc.version)}</span>
                </h2>
                <Quotes sentences={sentences.filter(({ citations }) => citations[0]?.source === source.number)} />
              </div>
            ))}
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
          {isWritten && (
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
          )}
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

/** What an answer quotes of one section, in its order. Items below {@link LEVEL_MAX} are shown like those on it. */
function Quotes({ sentences }: { readonly sentences: readonly AnswerSentence[] }) {
  return partsOf(sentences).map((part) => {
    const [{ text, cells, level, is_context }] = part;
    if (cells !== null) return <Rows key={text} rows={part} />;
    return (
      <blockquote
        key={text}
        className={is_context ? styles.context : undefined}
        data-level={Math.min(level, LEVEL_MAX)}
      >
        {text}
      </blockquote>
    );
  });
}

const LEVEL_MAX = 3;

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

/** Rows of a table under the columns that they say. */
function Rows({ rows }: { readonly rows: readonly AnswerSentence[] }) {
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
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, cells }) => (
            <tr key={text}>
              {columns.map((name) => (
                <td key={name}>
                  {cells
                    ?.filter(({ column }) => column === name)
                    .map((cell) => cell.text)
                    .join(" ")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A sentence that a model wrote, above the quotes that prove it, each with a link to its place. */
function Written({
  sentence: { text, citations },
  sources,
  asked,
}: { readonly sentence: AnswerSentence } & Pick<AnswerProps, "asked"> & Pick<QuestionAnswer, "sources">) {
  const { sourceNumber } = useMessages(messages);
  return (
    <div className={styles.written}>
      <p>{text}</p>
      {citations.map(({ quote, ...citation }) => {
        const cited = sources.find(({ number }) => number === citation.source);
        return (
          <blockquote key={`${citation.chunk_id} ${citation.start} ${citation.end}`}>
            {quote}{" "}
            {cited && (
              <Link
                href={chunkAddress(cited.doc.id, citation.chunk_id, asked, { quote, ...citation })}
                aria-label={sourceNumber(cited.number, cited.doc.title)}
                className={styles.number}
              >
                [{cited.number}]
              </Link>
            )}
          </blockquote>
        );
      })}
    </div>
  );
}
