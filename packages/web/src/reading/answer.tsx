import { useId, useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { useLanguageOf } from "../i18n/text-language.js";
import { Button } from "../ui/button.js";
import { Meta, Row, Stack } from "../ui/layout.js";
import { chunkAddress } from "./addresses.js";
import styles from "./answer.module.css";
import { AnswerFeedback } from "./answer-feedback.js";
import { AnswerUnits } from "./answer-units.js";
import type { SectionAnswer } from "./answers.js";
import { CopyButton } from "./copy-button.js";
import { Turning } from "./life/turning.js";
import { messages } from "./messages.js";
import type { SearchQuery } from "./search-query.js";
import { sectionName } from "./section-name.js";
import { WholeSection } from "./whole-section.js";

interface AnswerProps {
  readonly answer: SectionAnswer;
  readonly answerId: string;
  readonly search: SearchQuery;
  /** Whether it is still the answer to the question before. */
  readonly isOld: boolean;
}

/** What one section says to a question, word for word, below its name; the whole section on demand. */
export function Answer({ answer, answerId, search, isOld }: AnswerProps) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  const [heading, whole] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);
  const { doc, section, units, omitted_after, coming } = answer;
  const [first] = units;
  const name = [doc.title, sectionName(section)].filter(Boolean).join(" ");
  const language = languageOf(units.map((unit) => unit.text).join(""));
  const open =
    text.open[units.some(({ cells }) => cells) ? "table" : section.type === "article" ? "article" : "section"];
  const copied = () =>
    [
      ...units.map((unit) => `${unit.omitted_before ? "… " : ""}${"  ".repeat(unit.level)}${unit.text}`),
      ...(omitted_after ? ["…"] : []),
      `— ${name} (${text.version(doc.version)})`,
    ].join("\n");
  return (
    <section className={styles.answer} aria-labelledby={heading} aria-busy={isOld}>
      <div aria-live="polite">
        <h2 id={heading}>
          <Link href={chunkAddress(doc.id, first?.chunk_id ?? section.id, search, first)}>
            <span lang={languageOf(name)}>{name}</span>
          </Link>
        </h2>
        <Meta>
          {text.version(doc.version)}
          {language && text.inLanguage}
        </Meta>
        <Stack gap={1} className={styles.units} lang={language}>
          <AnswerUnits units={units} omitted_after={omitted_after} />
        </Stack>
      </div>
      {coming && (
        <p className={styles.coming}>
          <Turning document_id={doc.id} effective_from={coming.effective_from} isSentence />
        </p>
      )}
      <Row gap={1} align="center">
        <Button
          small
          aria-expanded={isOpen}
          {...(isOpen && { "aria-controls": whole })}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? text.fold : open}
        </Button>
        <CopyButton value={copied}>{text.copyAnswer}</CopyButton>
        <AnswerFeedback answerId={answerId} />
      </Row>
      {isOpen && (
        <Stack gap={2} id={whole} className={styles.whole} lang={language}>
          <WholeSection document_id={doc.id} section={section.id} quoted={units} />
        </Stack>
      )}
    </section>
  );
}
