import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Paged } from "../../parts/paged.js";
import { useTitle } from "../../shell/shell.js";
import { ButtonLink } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { PageHead, Stack } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { TextField } from "../../ui/text-field.js";
import { useDebounced } from "../../ui/use-debounced.js";
import { documentAdminAddress, UPLOAD_ADDRESS } from "./addresses.js";
import type { ManagedDocument } from "./answers.js";
import styles from "./documents.module.css";
import { EmbeddingProgress } from "./embedding-progress.js";
import type { Picked } from "./many/edit.js";
import many from "./many/many.module.css";
import { ManyRules } from "./many/many-rules.js";
import { messages as manyMessages } from "./many/messages.js";
import { SelectionBar } from "./many/selection-bar.js";
import { messages } from "./messages.js";
import { Models } from "./models.js";
import { useManagedDocuments } from "./queries.js";
import { accessInWords } from "./rules/access-in-words.js";
import { WaitingDrafts } from "./waiting-drafts.js";

const FILTER_MAX = 200;
/** How long typing must pause before the list is filtered, in milliseconds. */
const TYPING_PAUSE = 150;

export function DocumentsAdminPage() {
  const text = useMessages(messages);
  const [filter, setFilter] = useState("");
  const debounced = useDebounced(filter.trim(), TYPING_PAUSE);
  const [selected, setSelected] = useState<Picked>(new Map());
  const [isChanging, setIsChanging] = useState(false);
  useTitle(text.title);
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
        <ManyRules
          picked={selected}
          onClose={() => {
            setSelected(new Map());
            setIsChanging(false);
          }}
        />
      ) : (
        <>
          <Models />
          <EmbeddingProgress />
          <WaitingDrafts />
          <Stack gap={0} narrow="field">
            <TextField type="search" label={text.filter} value={filter} onChange={setFilter} maxLength={FILTER_MAX} />
          </Stack>
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
  readonly selected: Picked;
  readonly onSelect: (selected: Picked) => void;
  readonly onChange: () => void;
}

function DocumentList({ filter, selected, onSelect, onChange }: DocumentListProps) {
  const text = useMessages(messages);
  const list = useManagedDocuments(filter);
  const columns = useColumns(selected, onSelect);
  return (
    <Paged list={list} empty={<NoDocuments filter={filter} />}>
      {(documents, isBusy) => (
        <div className={many.list}>
          <SelectionBar
            shown={new Map(documents.map(({ document_id, title }) => [document_id, title]))}
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

function useColumns(selected: Picked, onSelect: (selected: Picked) => void): Column<ManagedDocument>[] {
  const { columns, access } = useMessages(messages);
  const { column, select } = useMessages(manyMessages);
  return [
    {
      name: "select",
      label: column,
      hideLabel: true,
      cell: ({ document_id, title }) => (
        <Checkbox
          label={select(title)}
          hideLabel
          isSelected={selected.has(document_id)}
          onChange={(isSelected) => {
            const others = [...selected].filter(([id]) => id !== document_id);
            onSelect(new Map(isSelected ? [...others, [document_id, title]] : others));
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
    { name: "access", label: columns.access, cell: ({ access_rules }) => accessInWords(access_rules, access) },
  ];
}

function NoDocuments({ filter }: { filter: string }) {
  const text = useMessages(messages);
  if (filter === "") return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return <EmptyState title={text.noMatch} />;
}
