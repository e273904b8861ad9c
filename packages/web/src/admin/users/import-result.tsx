import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { PageHead, Row } from "../../ui/layout.js";
import { Notice } from "../../ui/notice.js";
import { ApplyImport } from "./apply-import.js";
import { writesOf } from "./import-answer.js";
import { messages } from "./import-messages.js";
import { ImportReport } from "./import-report-view.js";
import type { ImportedFile } from "./use-import.js";

interface ImportResultProps {
  readonly imported: ImportedFile;
  readonly onEnd: (imported: ImportedFile) => void;
  readonly onAnother: () => void;
}

/** What a file would do, or did. */
export function ImportResult({ imported, onEnd, onAnother }: ImportResultProps) {
  const text = useMessages(messages);
  const { step, name, answer } = imported;
  const isApplied = step === "applied";
  const another = <Button onPress={onAnother}>{text.another}</Button>;
  return (
    <>
      <PageHead
        title={isApplied ? text.doneTitle : text.checkedTitle}
        lead={[name, text[answer.mode], text.encodings[answer.encoding]].join(" · ")}
      />
      <ImportNotice imported={imported} />
      {isApplied ? (
        <Row gap={3}>{another}</Row>
      ) : (
        <ApplyImport imported={imported} onEnd={onEnd}>
          {another}
        </ApplyImport>
      )}
      <ImportReport answer={answer} isApplied={isApplied} />
    </>
  );
}

function ImportNotice({ imported: { step, answer } }: { imported: ImportedFile }) {
  const text = useMessages(messages);
  const writes = writesOf(answer);
  if (step === "applied")
    return (
      <Notice tone="good" announced>
        {text.doneText(writes)}
      </Notice>
    );
  if (step === "moved")
    return writes === 0 ? (
      <Notice tone="good" announced title={text.alreadyTitle}>
        {text.alreadyText}
      </Notice>
    ) : (
      <Notice tone="warn" announced title={text.movedTitle}>
        {text.movedText}
      </Notice>
    );
  return writes === 0 ? (
    <Notice title={text.nothingToDo}>{answer.counts.refused === 0 && text.nothingToDoText}</Notice>
  ) : (
    <Notice title={text.nothingWritten}>{text.nothingWrittenText}</Notice>
  );
}
