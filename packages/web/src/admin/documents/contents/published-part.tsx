import { useMessages } from "../../../i18n/i18n.js";
import { Failure } from "../../../ui/failure.js";
import { Meta } from "../../../ui/layout.js";
import { messages as uiMessages } from "../../../ui/messages.js";
import { Skeleton } from "../../../ui/state.js";
import { useChunks } from "../queries.js";
import { ChunkList } from "./chunk-list.js";
import { messages } from "./messages.js";

/** What readers see now. */
export function PublishedPart({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const list = useChunks(document_id, false);
  if (list.error && !list.data) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton lines={8} label={loading} />;
  return (
    <>
      <Meta>{text.hint}</Meta>
      <ChunkList list={list} isPublished />
    </>
  );
}
