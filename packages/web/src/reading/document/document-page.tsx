import { isRefusal } from "../../api/errors.js";
import { Loaded } from "../../parts/loaded.js";
import { useTitle } from "../../shell/shell.js";
import { DocumentGone } from "./document-gone.js";
import { OpenDocument } from "./open-document.js";
import { useDocument } from "./use-document.js";

interface DocumentPageProps {
  readonly document_id: string;
  /** A chunk_id or a section's address; null: from the beginning. */
  readonly passage: string | null;
}

/** A document as a document, opened at a passage. */
export function DocumentPage({ document_id, passage }: DocumentPageProps) {
  const reading = useDocument(document_id, passage);
  const { text, error, retry } = reading;
  useTitle(text?.document.title ?? "");
  if (isRefusal(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER", "INVALID_REQUEST"))
    return <DocumentGone wasOpen={text !== null} />;
  return (
    <Loaded query={{ data: text ?? undefined, error, refetch: retry }} lines={12}>
      {(text) => <OpenDocument document_id={document_id} passage={passage} reading={reading} text={text} />}
    </Loaded>
  );
}
