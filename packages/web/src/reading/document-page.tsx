import { Link } from "wouter";
import { isRefusal } from "../api/errors.js";
import { useMessages } from "../i18n/i18n.js";
import { useTitle } from "../shell/shell.js";
import { ButtonLink } from "../ui/button.js";
import { Failure } from "../ui/failure.js";
import { messages as uiMessages } from "../ui/messages.js";
import { EmptyState, Skeleton } from "../ui/state.js";
import { chunkAddress } from "./addresses.js";
import styles from "./documents-page.module.css";
import { messages } from "./messages.js";
import { OriginalFile } from "./original-file.js";
import { useOutline } from "./queries.js";

/** A document as its headings, each of which opens its section. */
export function DocumentPage({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const { data, error, refetch } = useOutline(document_id);
  useTitle(data?.title ?? "");
  if (isRefusal(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER")) return <Gone />;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} label={loading} />;
  const top = Math.min(...data.outline.map(({ level }) => level));
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{data.title}</h1>
        <p className={styles.meta}>{text.version(data.version)}</p>
        {data.original && <OriginalFile document_id={document_id} />}
      </div>
      {data.outline.length === 0 ? (
        <EmptyState title={text.noContents} actions={<ButtonLink href="/">{text.searchTitle}</ButtonLink>}>
          {text.noContentsText}
        </EmptyState>
      ) : (
        <nav aria-label={text.contents}>
          <ul className={styles.outline}>
            {data.outline.map(({ chunk_id, level, label, title }) => (
              <li key={chunk_id} data-level={Math.min(6, level - top + 1)}>
                <Link href={chunkAddress(document_id, chunk_id)}>{[label, title].filter(Boolean).join(" ")}</Link>
              </li>
            ))}
          </ul>
          {data.truncated && <p>{text.moreContents}</p>}
        </nav>
      )}
    </div>
  );
}

function Gone() {
  const text = useMessages(messages);
  useTitle(text.documentGone);
  return (
    <EmptyState
      level={1}
      title={text.documentGone}
      actions={<ButtonLink href="/documents">{text.documents}</ButtonLink>}
    >
      {text.documentGoneText}
    </EmptyState>
  );
}
