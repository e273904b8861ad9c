import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useMessages } from "../../i18n/i18n.js";
import { LongList } from "../../parts/long-list.js";
import { Button } from "../../ui/button.js";
import { Confirmation } from "../../ui/dialog.js";
import { Meta } from "../../ui/layout.js";
import { Notice } from "../../ui/notice.js";
import { Refused } from "../../ui/refused.js";
import { EntryLine, type Mark } from "./entry-line.js";
import { messages } from "./messages.js";
import { type Changes, type Preview, useApplyCsv, useReadCsv } from "./queries.js";

const ACCEPTED = [".csv", ".txt", "text/csv"];

/** Reads a CSV, shows what it would change, and replaces the vocabulary by it. */
export function UploadCsv({ onDone }: { onDone: (done: string) => void }) {
  const text = useMessages(messages);
  const [preview, setPreview] = useState<Preview | null>(null);
  const reading = useReadCsv();
  return (
    <>
      <FileTrigger
        acceptedFileTypes={ACCEPTED}
        onSelect={(files) => {
          const chosen = files?.[0];
          if (chosen) reading.mutate(chosen, { onSuccess: setPreview });
        }}
      >
        <Button isPending={reading.isPending}>{reading.isPending ? text.uploading : text.upload}</Button>
      </FileTrigger>
      <Refused error={reading.error} title={text.file.refused} />
      {preview && (
        <FilePreview preview={preview} onPreview={setPreview} onDone={onDone} onClose={() => setPreview(null)} />
      )}
    </>
  );
}

interface FilePreviewProps {
  readonly preview: Preview;
  readonly onPreview: (preview: Preview) => void;
  readonly onDone: (done: string) => void;
  readonly onClose: () => void;
}

const MARKS = ["added", "changed", "removed"] as const satisfies readonly Mark[];

function FilePreview({ preview, onPreview, onDone, onClose }: FilePreviewProps) {
  const text = useMessages(messages);
  const apply = useApplyCsv();
  const { file, changes, isNew } = preview;
  const marked = MARKS.flatMap((mark) => changes[mark].map((entry) => ({ entry, mark })));
  const countsIn = (changes: Changes) =>
    text.words(MARKS.flatMap((mark) => (changes[mark].length > 0 ? [text.counts[mark](changes[mark].length)] : [])));
  return (
    <Confirmation
      title={text.file.title(file.name)}
      confirm={text.file.take}
      isDisabled={marked.length === 0}
      isPending={apply.isPending}
      onConfirm={() =>
        apply.mutate(preview, {
          onSuccess(outcome) {
            if ("file" in outcome) return onPreview(outcome);
            onDone(text.replaced(countsIn(outcome)));
            onClose();
          },
        })
      }
      onCancel={onClose}
    >
      {isNew && (
        <Notice tone="warn" announced>
          {text.file.changed}
        </Notice>
      )}
      {marked.length === 0 ? (
        <p>{text.file.same}</p>
      ) : (
        <>
          <p>
            <strong>{countsIn(changes)}</strong>
            <Meta as="span"> ({text.file.unchanged(changes.unchanged)})</Meta>
          </p>
          <LongList items={marked} itemKey={({ entry }) => entry.said} first={8}>
            {(change) => <EntryLine {...change} />}
          </LongList>
        </>
      )}
      <Meta>{text.file.text}</Meta>
      <Refused error={apply.error} title={text.notSaved} />
    </Confirmation>
  );
}
