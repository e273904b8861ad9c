import { useId } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { chunkAddress } from "./addresses.js";
import styles from "./answer.module.css";
import type { QuestionAnswer } from "./answers.js";
import type { Asked } from "./asked.js";
import { CopyButton } from "./copy-button.js";
import { messages } from "./messages.js";

interface AnswerProps {
  readonly answer: QuestionAnswer;
  readonly asked: Asked;
  /** Whether it is still the answer to the question before. */
  readonly isOld: boolean;
}

/** What the documents say to a question, word for word, with its source; nothing where nothing fits. */
export function Answer({ answer: { sources, sentences }, asked, isOld }: AnswerProps) {
  const text = useMessages(messages);
  const heading = useId();
  if (sentences.length === 0) return null;
  const names = sources.map(({ doc, section }) => [doc.title, text.section(section)].filter(Boolean).join(" "));
  const copied = () => [...sentences.map((sentence) => sentence.text), ...names.map((name) => `— ${name}`)].join("\n");
  return (
    <section className={styles.answer} aria-labelledby={heading} aria-busy={isOld}>
      <h2 id={heading}>{text.answer}</h2>
      <blockquote>
        {sentences.map((sentence) => (
          <p key={sentence.text}>{sentence.text}</p>
        ))}
      </blockquote>
      <div className={styles.sources}>
        {sources.map(({ number, doc, chunk_id }, i) => (
          <span key={number}>
            <Link href={chunkAddress(doc.id, chunk_id, asked)}>{names[i]}</Link>
            <span>{text.version(doc.version)}</span>
          </span>
        ))}
        <CopyButton key={asked.query} value={copied}>
          {text.copyAnswer}
        </CopyButton>
      </div>
    </section>
  );
}
