import { RefusalError } from "@retrieval/api/client";
import type { ProblemOf } from "@retrieval/core/problems";
import { type ReactNode, useState } from "react";
import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Confirmation } from "../../ui/dialog.js";
import { Row } from "../../ui/layout.js";
import { Refused } from "../../ui/refused.js";
import { TextField } from "../../ui/text-field.js";
import { writesOf } from "./import-answer.js";
import { messages } from "./import-messages.js";
import { type ImportedFile, useApply } from "./use-import.js";

interface ApplyImportProps {
  readonly imported: ImportedFile;
  readonly onEnd: (imported: ImportedFile) => void;
  readonly children: ReactNode;
}

/** Applies a checked file. If the service requires it, the number of deactivations must be confirmed. */
export function ApplyImport({ imported, onEnd, children }: ApplyImportProps) {
  const text = useMessages(messages);
  const apply = useApply(imported, onEnd);
  const asked = questionOf(apply.error);
  const writes = writesOf(imported.answer);
  return (
    <>
      {apply.error && asked === undefined && (
        <Refused error={apply.error} title={mayBeWritten(apply.error) ? text.unanswered : text.notApplied} />
      )}
      <Row gap={3}>
        {writes > 0 && (
          <Button look="primary" isPending={apply.isPending} onPress={() => apply.mutate(undefined)}>
            {apply.isPending ? text.applying : text.apply(writes)}
          </Button>
        )}
        {children}
      </Row>
      {asked !== undefined && (
        <AgreeToDeactivate asked={asked} onAgree={() => apply.mutate(asked.deactivated)} onCancel={apply.reset} />
      )}
    </>
  );
}

/** Whether the service may have written the changes: an answer that is its own refusal of the request says that it has not. */
const mayBeWritten = (error: Error) => !(error instanceof RefusalError && error.status < 500);

type Question = ProblemOf<"import.too_many_deactivated">;

/** The service's question: whether so many users may be deactivated. */
function questionOf(error: unknown): Question | undefined {
  if (!isRefusal(error, "CONFLICT")) return undefined;
  return error.problems.find((problem) => problem.code === "import.too_many_deactivated");
}

interface AgreeToDeactivateProps {
  readonly asked: Question;
  readonly onAgree: () => void;
  readonly onCancel: () => void;
}

function AgreeToDeactivate({ asked, onAgree, onCancel }: AgreeToDeactivateProps) {
  const { deactivated: leaving, active, max, unagreed } = asked;
  const text = useMessages(messages);
  const [typed, setTyped] = useState("");
  return (
    <Confirmation
      title={text.agreeTitle(leaving)}
      confirm={text.agree(leaving)}
      isDangerous
      // An input method may write full-width digits.
      isDisabled={typed.normalize("NFKC").replace(/[\s,]/g, "") !== String(leaving)}
      onConfirm={onAgree}
      onCancel={onCancel}
    >
      <p>{text.agreeText(leaving, active, max, unagreed)}</p>
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
