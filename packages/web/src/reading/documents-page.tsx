import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { Paged } from "../parts/paged.js";
import { useTitle } from "../shell/shell.js";
import { FilterField } from "../ui/filter-field.js";
import { Lines, Meta, PageHead, Row } from "../ui/layout.js";
import { EmptyState } from "../ui/state.js";
import { documentAddress } from "./addresses.js";
import styles from "./documents-page.module.css";
import { messages } from "./messages.js";
import { useDocuments } from "./queries.js";

/** The documents that this reader may see. */
export function DocumentsPage() {
  const text = useMessages(messages);
  const [filter, setFilter] = useState("");
  useTitle(text.documents);
  return (
    <div className={styles.page}>
      <PageHead title={text.documents} lead={text.documentsHint} />
      <FilterField label={text.filter} value={filter} onChange={setFilter} />
      <DocumentList filter={filter.trim()} />
    </div>
  );
}

function DocumentList({ filter }: { filter: string }) {
  const text = useMessages(messages);
  const list = useDocuments(filter);
  const empty =
    filter === "" ? (
      <EmptyState title={text.noDocuments}>{text.noDocumentsText}</EmptyState>
    ) : (
      <EmptyState title={text.noMatch} />
    );
  return (
    <Paged list={list} empty={empty}>
      {(documents) => (
        <Lines as="ul" compact>
          {documents.map(({ document_id, title, version }) => (
            <Row as="li" gap={[0, 4]} align="baseline" apart key={document_id}>
              <Link href={documentAddress(document_id)}>{title}</Link>
              <Meta as="span">{text.version(version)}</Meta>
            </Row>
          ))}
        </Lines>
      )}
    </Paged>
  );
}
