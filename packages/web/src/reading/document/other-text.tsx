import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Notice } from "../../ui/notice.js";
import { documentAddress } from "../addresses.js";
import { messages } from "../life/messages.js";
import { useIsAbolished } from "../life/use-facts.js";
import { isOther, useWhichText } from "./which-text.js";

/** Says of a text that is not in force which one it is, with the way to the one in force. */
export function OtherText({ document_id }: { document_id: string }) {
  const which = useWhichText();
  const text = useMessages(messages);
  const { day } = useFormat();
  const list = useAnswer("listDocumentHistory", { document_id }, { enabled: isOther(which) });
  const isAbolished = useIsAbolished(document_id);
  if (!isOther(which)) return isAbolished && <Notice>{text.lastText}</Notice>;
  const { as_of, version } = which;
  const revision = list.data?.items.find(({ number }) => number === version);
  const hasText = list.data?.items.some(({ standing }) => standing === "in_force");
  return (
    <Notice actions={hasText && <Link href={documentAddress(document_id)}>{text.toInForce}</Link>}>
      {as_of !== undefined && text.textOf(day(as_of))}
      {revision && text.textFrom(day(revision.effective_from), revision.standing === "coming")}
    </Notice>
  );
}
