import type { StructuredChunk } from "@retrieval/core/chunks";
import { useState } from "react";
import { Link } from "wouter";
import { isRefusal } from "../api/errors.js";
import { useMessages } from "../i18n/i18n.js";
import { useTitle } from "../shell/shell.js";
import { Button, ButtonLink } from "../ui/button.js";
import { Failure } from "../ui/failure.js";
import { messages as uiMessages } from "../ui/messages.js";
import { EmptyState, Skeleton } from "../ui/state.js";
import { chunkAddress, documentAddress } from "./addresses.js";
import type { OutlineEntry, Reference } from "./answers.js";
import { Breadcrumb } from "./breadcrumb.js";
import { ChunkBody } from "./chunk-body.js";
import styles from "./chunk-page.module.css";
import { messages } from "./messages.js";
import { useOutline, useReference } from "./queries.js";

/** One chunk as it should look, with its related chunks (SPEC 4.3). */
export function ChunkPage({ docId, chunkId }: { docId: string; chunkId: string }) {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const { data, error, refetch } = useReference(docId, chunkId);
  useTitle(data ? data.chunk.display.title || data.doc.title : "");
  if (isRefusal(error, "CHUNK_NOT_FOUND", "INVALID_IDENTIFIER")) return <Gone docId={docId} />;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} label={loading} />;
  const { doc, chunk } = data;
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <Breadcrumb
          document={<Link href={documentAddress(doc.id)}>{doc.title}</Link>}
          parts={chunk.display.breadcrumb}
        />
        <h1>{chunk.display.title === "" ? doc.title : chunk.display.title}</h1>
        <p className={styles.meta}>
          <span>{text.kinds[chunk.text_type]}</span>
          <span>{text.version(doc.version)}</span>
          <CopyLink />
        </p>
      </header>
      <div className={styles.body}>
        <ChunkBody chunk={chunk} />
      </div>
      <Turning reference={data} />
      <Aside reference={data} />
    </article>
  );
}

function CopyLink() {
  const text = useMessages(messages);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
  };
  // Without HTTPS a browser offers no clipboard; the address bar has the same link.
  if (!navigator.clipboard) return null;
  return (
    <Button small look="quiet" onPress={() => void copy()}>
      <span role="status">{copied ? text.copied : text.copyLink}</span>
    </Button>
  );
}

function Turning({ reference: { doc, previous_chunk_id, next_chunk_id } }: { reference: Reference }) {
  const text = useMessages(messages);
  return (
    <nav className={styles.turn} aria-label={text.turning}>
      {previous_chunk_id === null ? (
        <span />
      ) : (
        <ButtonLink href={chunkAddress(doc.id, previous_chunk_id)}>← {text.previous}</ButtonLink>
      )}
      {next_chunk_id !== null && <ButtonLink href={chunkAddress(doc.id, next_chunk_id)}>{text.next} →</ButtonLink>}
    </nav>
  );
}

/** The related chunks: the rest of its article, the annexes that it names, and every annex of the document. */
function Aside({ reference: { doc, chunk, related_chunks } }: { reference: Reference }) {
  const text = useMessages(messages);
  const outline = useOutline(doc.id).data?.outline ?? [];
  const own = annexOf(chunk);
  const fromAnnexes = related_chunks.filter((related) => annexOf(related) !== null && annexOf(related) !== own);
  const fromArticle = related_chunks.filter((related) => !fromAnnexes.includes(related));
  const annexes = outline.filter(({ type }) => type === "annex");
  return (
    <aside className={styles.aside}>
      {fromArticle.length > 0 && <RelatedList title={text.related} chunks={fromArticle} />}
      {fromAnnexes.length > 0 && <RelatedList title={text.relatedAnnexes} chunks={fromAnnexes} />}
      {annexes.length > 0 && <AnnexList title={text.annexes} document_id={doc.id} annexes={annexes} />}
    </aside>
  );
}

/** The annex of the chunk, by metadata.section_path. */
function annexOf({ metadata }: StructuredChunk): string | null {
  const annex = metadata.section_path.find(({ type }) => type === "annex");
  return annex ? `${annex.label} ${annex.title}` : null;
}

function RelatedList({ title, chunks }: { title: string; chunks: readonly StructuredChunk[] }) {
  const { kinds } = useMessages(messages);
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles.related}>
        {chunks.map((chunk) => (
          <li key={chunk.chunk_id}>
            <Link href={chunkAddress(chunk.doc_id, chunk.chunk_id)}>
              <span className={styles.label}>
                {kinds[chunk.text_type]} · {chunk.display.title}
              </span>
              <span className={styles.snippet}>{chunk.display.body_text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AnnexList(props: { title: string; document_id: string; annexes: readonly OutlineEntry[] }) {
  const { title, document_id, annexes } = props;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={styles.related}>
        {annexes.map(({ chunk_id, label, title: annexTitle }) => (
          <li key={chunk_id}>
            <Link href={chunkAddress(document_id, chunk_id)}>{[label, annexTitle].filter(Boolean).join(" ")}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gone({ docId }: { docId: string }) {
  const text = useMessages(messages);
  useTitle(text.chunkGone);
  return (
    <EmptyState
      level={1}
      title={text.chunkGone}
      actions={
        <>
          <ButtonLink href={documentAddress(docId)}>{text.inDocument}</ButtonLink>
          <ButtonLink href="/">{text.searchTitle}</ButtonLink>
        </>
      }
    >
      {text.chunkGoneText}
    </EmptyState>
  );
}
