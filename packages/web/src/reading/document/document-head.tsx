import { useId, useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { Button } from "../../ui/button.js";
import { useFacts, useMayReadHistory } from "../life/use-facts.js";
import { messages } from "../messages.js";
import { OriginalFile } from "../original-file.js";
import { DocumentFacts } from "./document-facts.js";
import styles from "./document-head.module.css";
import type { LoadedText } from "./loaded-text.js";
import { RevisionHistory } from "./revision-history.js";
import { usePrinting } from "./use-printing.js";

interface DocumentHeadProps {
  readonly document_id: string;
  readonly text: LoadedText;
  readonly showAll: () => void;
  /** Why not everything could be loaded. */
  readonly allError: unknown;
  /** Absent: the browser's own search finds everything. */
  readonly onFind: (() => void) | null;
  readonly hasOriginal: boolean;
}

/** The name of the document, what is known of it, and what can be done with all of it. */
export function DocumentHead({ document_id, text, showAll, allError, onFind, hasOriginal }: DocumentHeadProps) {
  const words = useMessages(messages);
  const languageOf = useLanguageOf();
  const { print, isPreparing } = usePrinting(text.isWhole, showAll, allError);
  const [showsHistory, setShowsHistory] = useState(false);
  const history = useId();
  const facts = useFacts(document_id).data;
  const mayReadHistory = useMayReadHistory(facts);
  const { title } = text.document;
  return (
    <header className={styles.head}>
      <h1 lang={languageOf(title)}>{title}</h1>
      <div className={styles.line}>
        {facts && <DocumentFacts facts={facts} />}
        <div className={styles.actions}>
          {mayReadHistory && (
            <Button
              look="quiet"
              aria-expanded={showsHistory}
              aria-controls={history}
              onPress={() => setShowsHistory(!showsHistory)}
            >
              {words.history}
            </Button>
          )}
          {hasOriginal && <OriginalFile document_id={document_id} />}
          {onFind && (
            <Button look="quiet" onPress={onFind}>
              {words.findTitle}
            </Button>
          )}
          <Button look="quiet" onPress={print} isPending={isPreparing}>
            {isPreparing ? words.preparing : words.print}
          </Button>
        </div>
      </div>
      {showsHistory && <RevisionHistory id={history} document_id={document_id} />}
    </header>
  );
}
