import { type ReactNode, useState } from "react";
import { isApiError } from "../../api/api-error.js";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Confirmation } from "../../ui/dialog.js";
import { Notice } from "../../ui/notice.js";
import { TextField } from "../../ui/text-field.js";
import { type ImportAnswer, writesOf } from "./import-answer.js";
import { messages } from "./import-messages.js";
import styles from "./import-page.module.css";
import { useApply } from "./import-queries.js";
import { useRefusalText } from "./service-sentence.js";

/** The service's question: how many it would deactivate, of how many; the limit, and how many count towards it already. */
const ASKS =
  /deactivate (\d+) of (\d+) users\. Without agreement at most (\d+) may be deactivated within 24 hours(?:, and (\d+) were)?\./;

/** The word that lets a checked import go. The service says where it wants the number of the deactivated confirmed. */
export function ApplyImport({ answer, children }: { answer: ImportAnswer; children: ReactNode }) {
  const text = useMessages(messages);
  const refusalText = useRefusalText();
  const apply = useApply(answer.import_id);
  const [, leaving, all, max, already = 0] =
    (isApiError(apply.error, "CONFLICT") && ASKS.exec(apply.error.message)) || [];
  const writes = writesOf(answer);
  return (
    <>
      {apply.error && leaving === undefined && (
        <Notice tone="bad" announced title={text.notApplied}>
          {refusalText(apply.error)}
        </Notice>
      )}
      <div className={styles.actions}>
        {writes > 0 && (
          <Button look="primary" isPending={apply.isPending} onPress={() => apply.mutate(null)}>
            {text.apply(writes)}
          </Button>
        )}
        {children}
      </div>
      {leaving !== undefined && (
        <AgreeToDeactivate
          leaving={Number(leaving)}
          all={Number(all)}
          max={Number(max)}
          already={Number(already)}
          onAgree={() => apply.mutate(Number(leaving))}
          onCancel={apply.reset}
        />
      )}
    </>
  );
}

interface AgreeToDeactivateProps {
  readonly leaving: number;
  readonly all: number;
  readonly max: number;
  /** Deactivated within 24 hours without agreement. */
  readonly already: number;
  readonly onAgree: () => void;
  readonly onCancel: () => void;
}

function AgreeToDeactivate({ leaving, all, max, already, onAgree, onCancel }: AgreeToDeactivateProps) {
  const text = useMessages(messages);
  const [typed, setTyped] = useState("");
  return (
    <Confirmation
      title={text.agreeTitle(leaving)}
      confirm={text.agree(leaving)}
      isDangerous
      // As an input method writes it, too.
      isDisabled={typed.normalize("NFKC").replace(/[\s,]/g, "") !== String(leaving)}
      onConfirm={onAgree}
      onCancel={onCancel}
    >
      <p>{text.agreeText(leaving, all, max, already)}</p>
      <TextField
        label={text.agreeType(String(leaving))}
        value={typed}
        onChange={setTyped}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
      />
    </Confirmation>
  );
}
