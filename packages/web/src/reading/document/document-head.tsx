import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Meta, Row } from "../../ui/layout.js";
import { messages } from "../messages.js";
import { OriginalFile } from "../original-file.js";
import styles from "./document-page.module.css";
import type { LoadedText } from "./loaded-text.js";
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

/** The name of the document, and what can be done with all of it. */
export function DocumentHead({ document_id, text, showAll, allError, onFind, hasOriginal }: DocumentHeadProps) {
  const words = useMessages(messages);
  const { print, isPreparing } = usePrinting(text.isWhole, showAll, allError);
  return (
    <div className={styles.head}>
      <h1>{text.document.title}</h1>
      <Row as="div" gap={[0, 3]} align="center">
        <Meta as="span">{words.version(text.document.version)}</Meta>
        <Button small look="quiet" onPress={print} isPending={isPreparing}>
          {isPreparing ? words.preparing : words.print}
        </Button>
        {onFind && (
          <Button small look="quiet" onPress={onFind}>
            {words.findTitle}
          </Button>
        )}
        {hasOriginal && <OriginalFile document_id={document_id} />}
      </Row>
    </div>
  );
}
