import type { ProblemOf } from "@retrieval/core/problems";
import { type ReactNode, useState } from "react";
import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { Refused } from "../../parts/refused.js";
import { Button } from "../../ui/button.js";
import { Confirmation } from "../../ui/dialog.js";
import { Row } from "../../ui/layout.js";
import { TextField } from "../../ui/text-field.js";
import { type ImportAnswer, writesOf } from "./import-answer.js";
import { messages } from "./import-messages.js";
import { useApply } from "./import-queries.js";

/** Releases a checked import. If the service requires it, the number of deactivations must be confirmed. */
export function ApplyImport({ answer, children }: { answer: ImportAnswer; children: ReactNode }) {
  const text = useMessages(messages);
  const apply = useApply(answer.import_id);
  const asked = questionOf(apply.error);
  const writes = writesOf(answer);
  return (
    <>
      {apply.error && asked === undefined && <Refused error={apply.error} title={text.notApplied} />}
      <Row gap={3}>
        {writes > 0 && (
          <Button look="primary" isPending={apply.isPending} onPress={() => apply.mutate(undefined)}>
            {text.apply(writes)}
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
