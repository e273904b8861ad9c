import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { changesAddress } from "../addresses.js";
import { messages } from "./messages.js";

interface TurningProps {
  readonly document_id: string;
  readonly effective_from: string;
  /** true: it stands by itself, not below the article's heading. */
  readonly isSentence?: true;
}

/** That an article will change, and the way to how. */
export function Turning({ document_id, effective_from, isSentence }: TurningProps) {
  const text = useMessages(messages);
  const { day } = useFormat();
  const from = day(effective_from);
  return (
    <>
      <span>{isSentence ? text.articleTurns(from) : text.turns(from)}</span>{" "}
      <Link href={changesAddress(document_id)}>{text.whatChanges(true)}</Link>
    </>
  );
}
