import { RefusalError } from "@retrieval/api/client";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { useTitle } from "../../shell/shell.js";
import type { DocumentFacts } from "../answers.js";
import { messages } from "../life/messages.js";
import { Care, Fact, Successor } from "./document-facts.js";
import styles from "./document-head.module.css";

interface Abolition extends Pick<DocumentFacts, "title" | "owner" | "contact" | "number"> {
  readonly effective_on: string;
  readonly reason: string | null;
  readonly replaced_by: string | null;
}

/** What a refusal says of an abolished document; undefined: the error is another one. */
export function abolitionIn(error: unknown): Abolition | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  return error.problems.find(({ code }) => code === "document.abolished") as Abolition | undefined;
}

/** What is said of an abolished document to those who might read it: no text, no outline. */
export function DocumentAbolished({ abolition }: { abolition: Abolition }) {
  const { title, effective_on, reason, replaced_by } = abolition;
  const text = useMessages(messages);
  const { day } = useFormat();
  const languageOf = useLanguageOf();
  useTitle(title);
  return (
    <div className={styles.gone}>
      <h1 tabIndex={-1} lang={languageOf(title)}>
        {title}
      </h1>
      <p className={styles.ended}>{text.abolished(day(effective_on))}</p>
      <dl>
        {reason !== null && (
          <Fact name={text.reason}>
            <span lang={languageOf(reason)}>{reason}</span>
          </Fact>
        )}
        {replaced_by !== null && <Successor document_id={replaced_by} />}
        <Care {...abolition} />
      </dl>
    </div>
  );
}
