import { Redirect } from "wouter";
import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { Loaded } from "../../parts/loaded.js";
import { useTitle } from "../../shell/shell.js";
import { ButtonLink } from "../../ui/button.js";
import { EmptyState } from "../../ui/state.js";
import { documentAddress } from "../addresses.js";
import { messages } from "../life/messages.js";
import { isToCome, useFacts } from "../life/use-facts.js";
import { useTurns } from "../life/use-turns.js";
import { useOutline } from "../queries.js";
import { abolitionIn, DocumentAbolished } from "./document-abolished.js";
import { DocumentGone, Ending } from "./document-gone.js";
import { OpenDocument } from "./open-document.js";
import { useDocument } from "./use-document.js";
import { isOther, textAddress, useWhichText } from "./which-text.js";

interface DocumentPageProps {
  readonly document_id: string;
  /** A chunk_id or a section's address; null: from the beginning. */
  readonly passage: string | null;
}

/** A document as a document, opened at a passage. */
export function DocumentPage(props: DocumentPageProps) {
  const which = useWhichText();
  return <TextPage key={which.as_of ?? which.version ?? ""} isOther={isOther(which)} {...props} />;
}

/** @param isOther whether it is another text than the one in force */
function TextPage({ document_id, passage, isOther }: DocumentPageProps & { isOther: boolean }) {
  const words = useMessages(messages);
  const reading = useDocument(document_id, passage);
  const { text, retry } = reading;
  // The facts are above the text, the outline is beside it, and changes to come are in it: it must not move when they come.
  const [turns, outline] = [useTurns(document_id), useOutline(document_id)];
  const facts = useFacts(document_id);
  const isReady = turns.isSettled && outline.isFetched;
  const error = facts.isFetched ? reading.error : null;
  const abolition = abolitionIn(error);
  useTitle(text?.document.title ?? "");
  if (abolition)
    return (
      <Ending wasOpen={text !== null}>
        <DocumentAbolished abolition={abolition} />
      </Ending>
    );
  if (!isOther && isRefusal(error, "DOCUMENT_NOT_FOUND") && facts.data && isToCome(facts.data))
    return <Redirect replace to={textAddress(document_id, { version: facts.data.version_number }, passage)} />;
  if (isRefusal(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER", "INVALID_REQUEST"))
    return isOther ? (
      <EmptyState
        level={1}
        title={words.noText}
        actions={<ButtonLink href={documentAddress(document_id)}>{words.toInForce}</ButtonLink>}
      />
    ) : (
      <DocumentGone wasOpen={text !== null} />
    );
  return (
    <Loaded query={{ data: (isReady && text) || undefined, error, refetch: retry }} lines={12}>
      {(text) => <OpenDocument document_id={document_id} passage={passage} reading={reading} text={text} />}
    </Loaded>
  );
}
