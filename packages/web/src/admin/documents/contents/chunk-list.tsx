import { Link } from "wouter";
import { Breadcrumb } from "../../../chunks/breadcrumb.js";
import { ChunkBody } from "../../../chunks/chunk-body.js";
import { useMessages } from "../../../i18n/i18n.js";
import { Paged } from "../../../parts/paged.js";
import { usePages } from "../../../parts/use-answer.js";
import { chunkAddress } from "../../../reading/addresses.js";
import { Lines, Meta, Row, Stack } from "../../../ui/layout.js";
import { EmptyState } from "../../../ui/state.js";
import type { StructuredChunk } from "../answers.js";
import styles from "./chunk-list.module.css";
import { messages } from "./messages.js";

interface ChunkListProps {
  readonly list: ReturnType<typeof useChunks>;
  /** true: the chunks are published, and each has its own address. */
  readonly isPublished: boolean;
}

/** The chunks of the published version or of the draft. */
export const useChunks = (document_id: string, draft: boolean) =>
  usePages("listChunks", { document_id, draft: draft || undefined, limit: 30 });

/** Chunks in document order, as readers see them. */
export function ChunkList({ list, isPublished }: ChunkListProps) {
  const { noChunks } = useMessages(messages);
  return (
    <Paged list={list} empty={<EmptyState title={noChunks} />}>
      {(chunks) => (
        <Lines>
          {chunks.map((chunk) => (
            <Chunk key={chunk.chunk_id} chunk={chunk} isPublished={isPublished} />
          ))}
        </Lines>
      )}
    </Paged>
  );
}

/** What readers see now. */
export function PublishedPart({ document_id }: { document_id: string }) {
  const { hint } = useMessages(messages);
  return (
    <>
      <Meta>{hint}</Meta>
      <ChunkList list={useChunks(document_id, false)} isPublished />
    </>
  );
}

function Chunk({ chunk, isPublished }: { chunk: StructuredChunk; isPublished: boolean }) {
  const { open, kinds } = useMessages(messages);
  return (
    <Stack as="li" gap={2} className={styles.chunk} data-kind={chunk.text_type}>
      <Row gap={[0, 4]} apart>
        <Breadcrumb parts={chunk.display.breadcrumb} />
        <Meta as="span" inRow className={styles.kind}>
          {kinds[chunk.text_type]}
          {isPublished && <Link href={chunkAddress(chunk.doc_id, chunk.chunk_id)}>{open}</Link>}
        </Meta>
      </Row>
      <ChunkBody chunk={chunk} />
    </Stack>
  );
}
