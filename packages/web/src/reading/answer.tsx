import { useId } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
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
  if (sentences.length === 0 && stop === null)
    return byModel && end !== null ? <p className={styles.writing}>{text.notFound}</p> : null;
  // Only a sentence that a model wrote differs from its quote; one in the documents' words is its quote.
  const isWritten = end === null ? byModel : end.outcome === "answered";
  const cited = new Set(sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
  const shown = sources.filter(({ number }) => cited.has(number));
  const nameOf = ({ doc, section }: (typeof sources)[number]) =>
    [doc.title, text.section(section)].filter(Boolean).join(" ");
  const copied = () =>
    [...sentences.map((sentence) => sentence.text), ...shown.map((source) => `— ${nameOf(source)}`)].join("\n");
  return (
    <section className={styles.answer} aria-labelledby={heading} aria-busy={isOld || stop !== null}>
      <h2 id={heading}>{isWritten ? text.writtenAnswer : text.answer}</h2>
      <div className={styles.sentences} aria-live="polite">
        {sentences.map((sentence) =>
          isWritten ? (
            <Written key={sentence.text} sentence={sentence} sources={sources} asked={asked} />
          ) : (
            <blockquote key={sentence.text}>{sentence.text}</blockquote>
          ),
        )}
      </div>
      {stop !== null && (
        <p className={styles.writing}>
          <span role="status">{text.writing}</span>
          <Button small look="quiet" onPress={stop}>
            {text.stop}
          </Button>
        </p>
      )}
      {sentences.length > 0 && stop === null && (
        <div className={styles.sources}>
          {shown.map((source) => (
            <span key={source.number}>
              {isWritten && <span aria-hidden>[{source.number}]</span>}
              <Link href={chunkAddress(source.doc.id, source.chunk_id, asked)}>{nameOf(source)}</Link>
              <span>{text.version(source.doc.version)}</span>
            </span>
          ))}
          <span className={styles.actions}>
            {end !== null && <Judgement key={end.answer_id} answerId={end.answer_id} />}
            <CopyButton key={asked.query} value={copied}>
              {text.copyAnswer}
            </CopyButton>
          </span>
        </div>
      )}
      {isWritten && sentences.length > 0 && <p className={styles.promise}>{text.promise}</p>}
      {end?.outcome === "extract" && end.model === "failed" && <p className={styles.promise}>{text.notWritten}</p>}
    </section>
  );
}

interface WrittenProps {
  readonly sentence: QuestionAnswer["sentences"][number];
  readonly sources: QuestionAnswer["sources"];
  readonly asked: Asked;
}

/** A model's sentence with the quotes that prove it, each with a link to its place. */
function Written({ sentence: { text: written, citations }, sources, asked }: WrittenProps) {
  const text = useMessages(messages);
  return (
    <div className={styles.written}>
      <p>{written}</p>
      {citations.map(({ source, chunk_id, quote }) => {
        const cited = sources.find(({ number }) => number === source);
        return (
          <blockquote key={chunk_id} cite={cited?.doc.title}>
            {quote}{" "}
            {cited && (
              <Link
                href={chunkAddress(cited.doc.id, chunk_id, asked)}
                aria-label={text.sourceNumber(source, cited.doc.title)}
              >
                [{source}]
              </Link>
            )}
          </blockquote>
        );
      })}
    </div>
  );
}
