import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Paged } from "../../parts/paged.js";
import { usePages } from "../../parts/use-answer.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { FilterField } from "../../ui/filter-field.js";
import { PageHead, Stack } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { useDebounced } from "../../ui/use-debounced.js";
import { AccessEditor } from "./access/access-editor.js";
import { ruleSummary } from "./access/rule-in-words.js";
import { documentAdminAddress, UPLOAD_ADDRESS } from "./addresses.js";
import type { ManagedDocument } from "./answers.js";
import styles from "./documents.module.css";
import { EmbeddingProgress } from "./embedding-progress.js";
import { messages } from "./messages.js";
import { Models } from "./models.js";
import { SelectionBar } from "./selection-bar.js";
import selection from "./selection-bar.module.css";
import { WaitingDrafts } from "./waiting-drafts.js";

/** How long typing must pause before the list is filtered, in milliseconds. */
const TYPING_PAUSE = 150;

export function DocumentsAdminPage() {
  const text = useMessages(messages);
  const [filter, setFilter] = useState("");
  const debounced = useDebounced(filter.trim(), TYPING_PAUSE);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Stack gap={5}>
      {!isChanging && (
        <PageHead
          title={text.title}
          lead={text.hint}
          actions={
            <ButtonLink look="primary" href={UPLOAD_ADDRESS}>
              {text.upload}
            </ButtonLink>
          }
        />
      )}
      {isChanging ? (
        <>
          <PageHead
            title={text.selection.title(selected.size)}
            actions={
              <Button
                small
                onPress={() => {
                  setSelected(new Set());
                  setIsChanging(false);
                }}
              >
                {text.selection.close}
              </Button>
            }
          />
          <AccessEditor document_ids={[...selected]} />
        </>
      ) : (
        <>
          <Models />
          <EmbeddingProgress />
          <WaitingDrafts />
          <FilterField label={text.filter} value={filter} onChange={setFilter} />
          <DocumentList
            filter={debounced}
            selected={selected}
            onSelect={setSelected}
            onChange={() => setIsChanging(true)}
          />
        </>
      )}
    </Stack>
  );
}

interface DocumentListProps {
  readonly filter: string;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onChange: () => void;
}

function DocumentList({ filter, selected, onSelect, onChange }: DocumentListProps) {
  const text = useMessages(messages);
  const list = usePages("listDocuments", { query: filter || undefined });
  const columns = useColumns({ selected, onSelect });
  return (
    <Paged list={list} empty={<NoDocuments filter={filter} />}>
      {(documents, isBusy) => (
        <div className={selection.list}>
          <SelectionBar
            shown={documents.map(({ document_id }) => document_id)}
            selected={selected}
            onSelect={onSelect}
            onChange={onChange}
          />
          <Table
            label={text.title}
            columns={columns}
            rows={documents}
            rowKey={({ document_id }) => document_id}
            isBusy={isBusy}
          />
        </div>
      )}
    </Paged>
  );
}

function useColumns({
  selected,
  onSelect,
}: Pick<DocumentListProps, "selected" | "onSelect">): Column<ManagedDocument>[] {
  const { columns, access, selection } = useMessages(messages);
  return [
    {
      name: "select",
      label: selection.column,
      hideLabel: true,
      cell: ({ document_id, title }) => (
        <Checkbox
          label={selection.select(title)}
          hideLabel
          isSelected={selected.has(document_id)}
          onChange={(isSelected) => {
            const others = [...selected].filter((id) => id !== document_id);
            onSelect(new Set(isSelected ? [...others, document_id] : others));
          }}
        />
      ),
    },
    {
      name: "title",
      label: columns.title,
      isRowHeader: true,
      cell: ({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>,
    },
    { name: "id", label: columns.id, cell: ({ document_id }) => <code>{document_id}</code> },
    {
      name: "version",
      label: columns.version,
      cell: ({ version }) => <span className={styles.version}>{version}</span>,
    },
    { name: "access", label: columns.access, cell: ({ access_rules }) => ruleSummary(access_rules, access) },
  ];
}

function NoDocuments({ filter }: { filter: string }) {
  const text = useMessages(messages);
  if (filter === "") return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return <EmptyState title={text.noMatch} />;
}
