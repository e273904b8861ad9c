import { useState } from "react";
import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { PagedTable } from "../../parts/paged.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { Button } from "../../ui/button.js";
import { FilterField } from "../../ui/filter-field.js";
import { Meta, PageHead, Row, Stack } from "../../ui/layout.js";
import { Refused } from "../../ui/refused.js";
import { Select } from "../../ui/select.js";
import { EmptyState } from "../../ui/state.js";
import { useDebounced } from "../../ui/use-debounced.js";
import { EntryDialog } from "./entry-dialog.js";
import { messages } from "./messages.js";
import { type Entry, SHOWN, type Shown, useEntries, useEntry, useSaveEntry } from "./queries.js";
import { RemoveEntry } from "./remove-entry.js";
import { TryIt } from "./try-it.js";
import { UploadCsv } from "./upload-csv.js";
import { useEntryColumns } from "./use-entry-columns.js";

/** How long typing must pause before the list is filtered, in milliseconds. */
const TYPING_PAUSE = 150;

/** The words that users say, with the words that documents use instead. */
export function VocabularyPage() {
  const text = useMessages(messages);
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const query = useDebounced(typed.trim(), TYPING_PAUSE);
  const list = useEntries(query, shown);
  const { opened, open, close } = useOpened();
  const [removing, setRemoving] = useState<Entry | null>(null);
  const [done, setDone] = useState("");
  const onSaved = ({ said }: Entry) => setDone(text.saved(isolate(said)));
  const turn = useSaveEntry();
  const columns = useEntryColumns({
    turning: turn.isPending ? turn.variables.entry : null,
    onTurn: (old, on) => turn.mutate({ old, entry: { ...old, on } }, { onSuccess: onSaved }),
    onOpen: open,
    onRemove: setRemoving,
  });
  const matches = list.data?.pages[0]?.matches;
  return (
    <Stack gap={4}>
      <PageHead
        title={text.title}
        lead={text.lead}
        actions={
          <>
            <Button onPress={() => open("new")}>{text.add}</Button>
            <UploadCsv onDone={setDone} />
            <SaveCsv small={false} name="vocabulary" read={(client, csv) => client.readVocabulary(csv)} />
          </>
        }
      />
      <TryIt />
      <Row as="search" gap={[3, 4]} align="end">
        <FilterField label={text.filter} value={typed} onChange={setTyped} />
        <Select
          label={text.show}
          choices={(Object.keys(SHOWN) as Shown[]).map((value) => ({ value, label: text.shown[value] }))}
          value={shown}
          onChange={setShown}
        />
      </Row>
      <Row gap={[0, 5]} apart>
        <Meta role="status">{matches !== undefined && text.count(matches)}</Meta>
        <Meta tone="good" role="status">
          {done}
        </Meta>
      </Row>
      <Refused error={turn.error} title={text.notSaved} />
      <PagedTable
        label={text.list}
        list={list}
        columns={columns}
        rowKey={({ said }) => said}
        empty={
          query === "" && shown === "all" ? (
            <EmptyState title={text.none}>{text.noneText}</EmptyState>
          ) : (
            <EmptyState title={text.noMatch} />
          )
        }
      />
      {opened && (
        <EntryDialog
          {...opened}
          onDone={(entry) => {
            onSaved(entry);
            close();
          }}
          onClose={close}
        />
      )}
      {removing && <RemoveEntry entry={removing} onDone={setDone} onClose={() => setRemoving(null)} />}
    </Stack>
  );
}

/** The entry of the dialog; null if none is open. The page of usage leads here with a word. */
function useOpened() {
  const [asked, setAsked] = useState(new URLSearchParams(useSearch()).get("said") ?? "");
  const [chosen, open] = useState<"new" | Entry | null>(null);
  const { data, isPending } = useEntry(asked);
  const isAsked = asked !== "" && !isPending;
  const entry = chosen === "new" ? null : (chosen ?? data ?? null);
  return {
    opened: chosen !== null || isAsked ? { entry, said: asked } : null,
    open,
    close() {
      setAsked("");
      open(null);
    },
  };
}
