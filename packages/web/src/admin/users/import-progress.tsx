import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { refetchUsers } from "../../parts/user-queries.js";
import { Button } from "../../ui/button.js";
import { Failure } from "../../ui/failure.js";
import { Meta, PageHead, Panel, Row, Stack } from "../../ui/layout.js";
import { Notice } from "../../ui/notice.js";
import { ProgressBar } from "../../ui/progress-bar.js";
import { EmptyState } from "../../ui/state.js";
import { ApplyImport } from "./apply-import.js";
import { type ImportAnswer, writesOf } from "./import-answer.js";
import { messages } from "./import-messages.js";
import { useImport } from "./import-queries.js";
import { ImportReport } from "./import-report-view.js";
import { useStepFocus } from "./use-step-focus.js";

interface ImportProgressProps {
  readonly import_id: string;
  /** Known only while the page that sent the file is open. */
  readonly fileName: string | null;
  readonly onAnother: () => void;
}

/** One import, from the check to the report. */
export function ImportProgress({ import_id, fileName, onAnother }: ImportProgressProps) {
  const text = useMessages(messages);
  const { data, error, refetch } = useImport(import_id);
  const page = useRef<HTMLDivElement>(null);
  useStepFocus(page, data && (data.state === "checked" ? "checked" : "released"));
  useRefetchAfterImport(data?.state);
  const another = <Button onPress={onAnother}>{text.another}</Button>;

  if (isRefusal(error, "IMPORT_NOT_FOUND"))
    return (
      <EmptyState level={1} title={text.goneTitle} actions={another}>
        {text.goneText}
      </EmptyState>
    );
  if (!data) return <NotLoaded query={{ error, refetch }} lines={8} />;
  return (
    <Stack gap={5} narrow="page" ref={page}>
      <PageHead
        title={titleOf(data, text)}
        lead={[fileName, text[data.mode], text.encodings[data.encoding]].filter(Boolean).join(" · ")}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <ImportState answer={data} />
      {data.state === "checked" ? (
        <ApplyImport answer={data}>{another}</ApplyImport>
      ) : (
        data.state !== "queued" && data.state !== "running" && <Row gap={3}>{another}</Row>
      )}
      <ImportReport answer={data} />
    </Stack>
  );
}

function titleOf({ state }: ImportAnswer, text: (typeof messages)["en"]): string {
  if (state === "done") return text.doneTitle;
  if (state === "failed") return text.failedTitle;
  if (state === "cancelled") return text.cancelledTitle;
  return state === "checked" ? text.checkedTitle : text.applying;
}

function ImportState({ answer }: { answer: ImportAnswer }) {
  const text = useMessages(messages);
  switch (answer.state) {
    case "checked":
      return writesOf(answer) === 0 ? (
        <Notice title={text.nothingToDo}>{answer.counts.refused === 0 && text.nothingToDoText}</Notice>
      ) : (
        <Notice title={text.nothingWritten}>{text.nothingWrittenText}</Notice>
      );
    case "queued":
    case "running":
      return (
        <Panel as="div" gap={4} compact>
          <ProgressBar label={text.applying} share={answer.state === "queued" ? null : answer.progress} />
          <Meta>{text.applyingText}</Meta>
        </Panel>
      );
    case "done":
      return (
        <Notice tone="good" announced>
          {text.doneText(writesOf(answer))}
        </Notice>
      );
    case "failed":
      return (
        <Notice tone="bad" announced title={answer.error}>
          {text.failedText}
        </Notice>
      );
    case "cancelled":
      return <Notice announced>{text.cancelledText}</Notice>;
  }
}

function useRefetchAfterImport(state: ImportAnswer["state"] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (state === "done" || state === "failed") void refetchUsers(queries);
  }, [state, queries]);
}
