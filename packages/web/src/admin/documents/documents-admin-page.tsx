import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { Paged } from "../../parts/paged.js";
import { usePages } from "../../parts/use-answer.js";
import { messages as lifeMessages } from "../../reading/life/messages.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { FilterField } from "../../ui/filter-field.js";
import { Meta, PageHead, Row, Stack } from "../../ui/layout.js";
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
  const [narrowed, setNarrowed] = useState<Narrowed>({});
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
          <Row gap={[3, 5]} align="end">
            <FilterField label={text.filter} value={filter} onChange={setFilter} />
            <Checkbox
              label={text.reviewDue}
              isSelected={narrowed.review_due === true}
              onChange={(review_due) => setNarrowed({ ...narrowed, review_due: review_due || undefined })}
            />
            <Checkbox
              label={text.abolished}
              isSelected={narrowed.abolished === true}
              onChange={(abolished) => setNarrowed({ ...narrowed, abolished: abolished || undefined })}
            />
            {(["category", "owner"] as const).map(
              (field) =>
                narrowed[field] !== undefined && (
                  <Button
                    key={field}
                    small
                    aria-label={text.showAll(narrowed[field])}
                    onPress={() => setNarrowed({ ...narrowed, [field]: undefined })}
                  >
                    {narrowed[field]} <span aria-hidden>✕</span>
                  </Button>
                ),
            )}
          </Row>
          <DocumentList
            filter={debounced}
            narrowed={narrowed}
            onNarrow={(field) => setNarrowed({ ...narrowed, ...field })}
            selected={selected}
            onSelect={setSelected}
            onChange={() => setIsChanging(true)}
          />
        </>
      )}
    </Stack>
  );
}

/** Which documents are listed, by their fields. */
interface Narrowed {
  readonly category?: string | undefined;
  readonly owner?: string | undefined;
  readonly review_due?: true | undefined;
  readonly abolished?: true | undefined;
}

interface DocumentListProps {
  readonly filter: string;
  readonly narrowed: Narrowed;
  readonly onNarrow: (field: Narrowed) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onChange: () => void;
}

function DocumentList({ filter, narrowed, onNarrow, selected, onSelect, onChange }: DocumentListProps) {
  const text = useMessages(messages);
  const list = usePages("listDocuments", { query: filter || undefined, ...narrowed });
  const columns = useColumns({ selected, onSelect, narrowed, onNarrow });
  return (
    <Paged
      list={list}
      empty={<NoDocuments isAll={filter === "" && Object.values(narrowed).every((value) => value === undefined)} />}
    >
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

const unbroken = (text: ReactNode) => <span className={styles.unbroken}>{text}</span>;

function useColumns(
  props: Pick<DocumentListProps, "selected" | "onSelect" | "narrowed" | "onNarrow">,
): Column<ManagedDocument>[] {
  const { selected, onSelect, narrowed, onNarrow } = props;
  const { columns, access, selection, showOnly } = useMessages(messages);
  const life = useMessages(lifeMessages);
  const { day } = useFormat();
  const narrowing = (field: "category" | "owner") => ({
    name: field,
    label: life.columns[field],
    cell: ({ [field]: value }: ManagedDocument) =>
      value !== null && (
        <Button small look="quiet" aria-label={showOnly(value)} onPress={() => onNarrow({ [field]: value })}>
          {value}
        </Button>
      ),
  });
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
      cell: ({ document_id, title }) => (
        <>
          <Link href={documentAdminAddress(document_id)}>{title}</Link>
          <Meta as="span" className={styles.id}>
            <code>{document_id}</code>
          </Meta>
        </>
      ),
    },
    { name: "number", label: life.columns.number, cell: ({ number }) => unbroken(number) },
    narrowing("category"),
    narrowing("owner"),
    {
      name: "from",
      label: life.columns.from,
      cell: ({ effective_from, coming, abolished }) => {
        const from = effective_from ?? coming?.effective_from;
        return unbroken(abolished ? life.end(day(abolished.effective_on)) : from && day(from));
      },
    },
    ...(narrowed.review_due
      ? [
          {
            name: "review",
            label: columns.review,
            cell: ({ review_by }: ManagedDocument) => review_by && day(review_by),
          },
        ]
      : []),
    { name: "access", label: columns.access, cell: ({ access_rules }) => ruleSummary(access_rules, access) },
  ];
}

function NoDocuments({ isAll }: { isAll: boolean }) {
  const text = useMessages(messages);
  if (isAll) return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return <EmptyState title={text.noMatch} />;
}
