import { useCallback, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../i18n/i18n.js";
import { LongTable } from "../../parts/long-table.js";
import { Button } from "../../ui/button.js";
import { Meta, PageHead, Stack } from "../../ui/layout.js";
import { LeavingGuard } from "../../ui/leaving-guard.js";
import { Select } from "../../ui/select.js";
import { EmptyState } from "../../ui/state.js";
import { TextField } from "../../ui/text-field.js";
import { DownloadCsv } from "./download-csv.js";
import { type Entry, holds, markedEntries, SHOWN, type Shown, type VocabularyRead } from "./entries.js";
import { EntryDialog } from "./entry-dialog.js";
import { messages } from "./messages.js";
import { SaveBar } from "./save-bar.js";
import { TryIt } from "./try-it.js";
import { UploadCsv } from "./upload-csv.js";
import { useEntryColumns } from "./use-entry-columns.js";
import { useVocabularyDraft } from "./use-vocabulary-draft.js";
import styles from "./vocabulary.module.css";

const FILTER_MAX = 200;

/** Edits the whole vocabulary; nothing is saved before the user says so. */
export function VocabularyEditor({ read }: { read: VocabularyRead }) {
  const text = useMessages(messages);
  const vocabulary = useVocabularyDraft(read);
  const { base, draft, isDirty, change, put, remove } = vocabulary;
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  // The page of usage leads here with a word.
  const [asked, setAsked] = useState(new URLSearchParams(useSearch()).get("said") ?? "");
  const [opened, setOpened] = useState<"new" | Entry | null>(asked === "" ? null : (draft.get(asked) ?? "new"));
  const close = () => {
    setAsked("");
    setOpened(null);
  };
  const marked = useMemo(() => markedEntries(base.entries, draft), [base, draft]);
  const rows = useMemo(
    () => marked.filter((row) => SHOWN[shown](row) && holds(row.entry, typed)),
    [marked, shown, typed],
  );

  const count = useRef<HTMLParagraphElement>(null);
  const saved = base.entries;
  const onRemove = useCallback(
    (said: string) => {
      remove(said);
      // Its row goes, and its button with it.
      if (!saved.has(said)) count.current?.focus();
    },
    [remove, saved],
  );
  const columns = useEntryColumns({ onPut: put, onRemove, onOpen: setOpened });
  return (
    <Stack gap={4}>
      <PageHead
        title={text.title}
        lead={text.lead}
        actions={
          <>
            <Button onPress={() => setOpened("new")}>{text.add}</Button>
            <UploadCsv saved={base.entries} isDirty={isDirty} onTake={(entries) => change(() => entries)} />
            <DownloadCsv />
          </>
        }
      />
      <TryIt isDirty={isDirty} />
      <search className={styles.filter}>
        <TextField
          type="search"
          label={text.filter}
          value={typed}
          onChange={setTyped}
          maxLength={FILTER_MAX}
          autoComplete="off"
        />
        <Select
          label={text.show}
          choices={(Object.keys(SHOWN) as Shown[]).map((value) => ({ value, label: text.shown[value] }))}
          value={shown}
          onChange={setShown}
        />
      </search>
      <Meta ref={count} tabIndex={-1} role="status">
        {text.count(rows.length, marked.length)}
      </Meta>
      {rows.length > 0 ? (
        <LongTable label={text.list} columns={columns} rows={rows} rowKey={({ entry }) => entry.said} />
      ) : marked.length > 0 ? (
        <EmptyState title={text.noMatch} />
      ) : (
        <EmptyState title={text.none}>{text.noneText}</EmptyState>
      )}
      <SaveBar vocabulary={vocabulary} marked={marked} />
      {opened !== null && (
        <EntryDialog
          entry={opened === "new" ? null : opened}
          said={asked}
          isTaken={(said) => draft.has(said) && (opened === "new" || said !== opened.said)}
          onDone={(entry) => {
            if (opened !== "new" && opened.said !== entry.said) remove(opened.said);
            put(entry);
            close();
          }}
          onClose={close}
        />
      )}
      <LeavingGuard isUnsaved={isDirty} title={text.leaveTitle} leave={text.leave} stay={text.stay}>
        {text.leaveText}
      </LeavingGuard>
    </Stack>
  );
}
