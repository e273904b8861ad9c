import { useFormat, useMessages } from "../../i18n/i18n.js";
import { useChange } from "../../parts/use-answer.js";
import { Button } from "../../ui/button.js";
import { Meta } from "../../ui/layout.js";
import { Refused } from "../../ui/refused.js";
import type { RevisionNotice } from "../answers.js";
import { messages } from "./messages.js";

/** Whether this reader is asked to confirm the version, and has not. */
export const isDue = ({ notice, confirmed_at }: RevisionNotice) => notice === "confirm" && confirmed_at === null;

interface ConfirmationProps {
  readonly revision: RevisionNotice;
  /** One button in a window is filled: that of the first request. */
  readonly isFirst: boolean;
}

/** The button of a request to confirm, and then the day in its place, which takes the keyboard focus over. */
export function Confirmation({ revision, isFirst }: ConfirmationProps) {
  const { document_id, title, number, notice, confirmed_at } = revision;
  const text = useMessages(messages);
  const { date } = useFormat();
  const confirming = useChange((client) => client.confirmVersion({ document_id, body: { version: number } }));
  if (confirmed_at !== null)
    return (
      <Meta as="span" tabIndex={-1} ref={confirming.isSuccess ? focus : null}>
        {text.confirmed(date(confirmed_at))}
      </Meta>
    );
  if (notice !== "confirm") return null;
  return (
    <>
      <Button
        {...(isFirst && { look: "primary" })}
        aria-label={text.of(title, text.confirm)}
        isPending={confirming.isPending}
        onPress={() => confirming.mutate()}
      >
        {text.confirm}
      </Button>
      <Refused error={confirming.error} title={text.notConfirmed} />
    </>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
