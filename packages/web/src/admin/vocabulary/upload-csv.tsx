import { RefusalError } from "@retrieval/api/client";
import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useMessages } from "../../i18n/i18n.js";
import { LongList } from "../../parts/long-list.js";
import { useProblemTexts, useRefusalText } from "../../parts/problem-texts.js";
import { Button } from "../../ui/button.js";
import { Confirmation } from "../../ui/dialog.js";
import { Meta } from "../../ui/layout.js";
import { Notice } from "../../ui/notice.js";
import { type Entries, markedEntries } from "./entries.js";
import { EntryLine } from "./entry-line.js";
import { messages } from "./messages.js";
import { useReadCsv } from "./queries.js";
import { useCountsInWords } from "./save-bar.js";

interface UploadCsvProps {
  readonly saved: Entries;
  /** Whether the list has changes that the file would replace. */
  readonly isDirty: boolean;
  readonly onTake: (entries: Entries) => void;
}

const ACCEPTED = [".csv", ".txt", "text/csv"];

/** Reads a CSV, shows what it would change, and puts its entries in the list. */
export function UploadCsv({ saved, isDirty, onTake }: UploadCsvProps) {
  const text = useMessages(messages);
  const [name, setName] = useState("");
  const [entries, setEntries] = useState<Entries | null>(null);
  const reading = useReadCsv(setEntries);
  return (
    <>
      <FileTrigger
        acceptedFileTypes={ACCEPTED}
        onSelect={(files) => {
          const chosen = files?.[0];
          if (!chosen) return;
          setName(chosen.name);
          reading.mutate(chosen);
        }}
      >
        <Button isPending={reading.isPending}>{reading.isPending ? text.uploading : text.upload}</Button>
      </FileTrigger>
      {reading.error && <FileRefused error={reading.error} />}
      {entries !== null && (
        <FilePreview
          name={name}
          saved={saved}
          entries={entries}
          isDirty={isDirty}
          onTake={() => {
            onTake(entries);
            setEntries(null);
          }}
          onClose={() => setEntries(null)}
        />
      )}
    </>
  );
}

interface FilePreviewProps extends Omit<UploadCsvProps, "onTake"> {
  readonly name: string;
  readonly entries: Entries;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

function FilePreview({ name, saved, entries, isDirty, onTake, onClose }: FilePreviewProps) {
  const { file: text } = useMessages(messages);
  const marked = markedEntries(saved, entries);
  const changes = marked.filter(({ mark }) => mark !== null);
  const counts = useCountsInWords(changes);
  const isSame = changes.length === 0;
  return (
    <Confirmation
      title={text.title(name)}
      confirm={text.take}
      isDisabled={isSame && !isDirty}
      onConfirm={onTake}
      onCancel={onClose}
    >
      {isSame ? (
        <p>{text.same}</p>
      ) : (
        <>
          <p>
            <strong>{counts}</strong>
            <Meta as="span"> ({text.unchanged(marked.length - changes.length)})</Meta>
          </p>
          <LongList items={changes} itemKey={({ entry }) => entry.said} first={8}>
            {(change) => <EntryLine marked={change} />}
          </LongList>
        </>
      )}
      <Meta>{text.text}</Meta>
      {isDirty && <Notice tone="warn">{text.replaces}</Notice>}
    </Confirmation>
  );
}

/** The service's problem of each line. */
function FileRefused({ error }: { error: Error }) {
  const { file: text } = useMessages(messages);
  const { phrase } = useProblemTexts();
  const refusalText = useRefusalText();
  const problems = error instanceof RefusalError ? error.problems : [];
  return (
    <Notice tone="bad" announced title={text.refused}>
      {problems.length > 1 ? (
        <LongList items={problems.map((problem) => phrase([problem]))} itemKey={(said) => said}>
          {(said) => said}
        </LongList>
      ) : (
        refusalText(error)
      )}
    </Notice>
  );
}
