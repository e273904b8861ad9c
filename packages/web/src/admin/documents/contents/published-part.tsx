import { useMessages } from "../../../i18n/i18n.js";
import { Meta } from "../../../ui/layout.js";
import { ChunkList, useChunks } from "./chunk-list.js";
import { messages } from "./messages.js";

/** What readers see now. */
export function PublishedPart({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  return (
    <>
      <Meta>{text.hint}</Meta>
      <ChunkList list={useChunks(document_id, false)} isPublished />
    </>
  );
}
