import { useEffect, useRef, useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Button, ButtonLink } from "../../../ui/button.js";
import { Failure } from "../../../ui/failure.js";
import { Meta, Panel, Stack } from "../../../ui/layout.js";
import { LeavingGuard } from "../../../ui/leaving-guard.js";
import { DOCUMENTS_ADDRESS } from "../addresses.js";
import { messages } from "./messages.js";
import { useStandings } from "./standing.js";
import styles from "./upload.module.css";
import { ChooseFiles, FutureReaders, SendFiles } from "./upload-form.js";
import { FIRST_SETTINGS, planOf } from "./upload-plan.js";
import { isUnderWay, UploadProgress } from "./upload-progress.js";
import { isIn, problemsOf } from "./upload-row.js";
import { UploadRowItem } from "./upload-row-item.js";
import { UploadSettingsFields } from "./upload-settings.js";
import { useUploadQueue } from "./use-upload-queue.js";

/** @param document_id the document that gets a new version; empty: each file is a document of its own */
export function UploadPanel({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const { queue, rows } = useUploadQueue();
  const [settings, setSettings] = useState(FIRST_SETTINGS);
  const isFixed = document_id !== "";
  const isAlone = rows.length === 1;
  const isBusy = rows.some(isUnderWay);
  const open = isBusy ? [] : rows.filter(isIn("open"));
  const problems = problemsOf(open);
  const known = useStandings(open.filter(({ key }) => !problems.has(key)).map((row) => row.document_id));
  const plan = planOf(open, settings, known.standings);
  const title = useRef<HTMLHeadingElement>(null);
  // Each step removes controls, also the focused one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when controls may have gone
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) title.current?.focus();
  }, [isBusy, rows.length]);

  return (
    <Panel gap={4} aria-labelledby="upload-title">
      <div className={styles.head}>
        <h2 id="upload-title" ref={title} tabIndex={-1}>
          {isFixed ? text.titleOfVersion(isolate(document_id)) : text.title}
        </h2>
        <ButtonLink small look="quiet" href={DOCUMENTS_ADDRESS}>
          {text.close}
        </ButtonLink>
      </div>
      <Stack
        as="form"
        gap={4}
        narrow="page"
        onSubmit={(event) => {
          event.preventDefault();
          if (plan.isKnown && plan.choices.size > 0) queue.start(plan.choices);
        }}
        noValidate
      >
        <UploadProgress rows={rows} queue={queue} isBusy={isBusy} />
        {(rows.length === 0 || open.length > 0) && (
          <ChooseFiles
            isOne={isFixed}
            count={rows.length}
            onFiles={(files) => {
              if (isFixed && files.length > 0) queue.remove(() => true);
              queue.add(files, document_id);
            }}
          />
        )}
        {open.length > 1 && <Meta>{`${text.document_idHint} ${text.titlesHint}`}</Meta>}
        {rows.length > 0 && (
          <Stack as="ul" gap={3} aria-label={text.files}>
            {rows.map((row) => (
              <UploadRowItem
                key={row.key}
                row={row}
                queue={queue}
                plan={plan}
                standing={known.standings.get(row.document_id)}
                isFixed={isFixed}
                isAlone={isAlone}
                isBusy={isBusy}
                onAgain={() => queue.start(new Map([...plan.choices].filter(([key]) => key === row.key)))}
              />
            ))}
          </Stack>
        )}
        {plan.hasFiles && (
          <UploadSettingsFields
            settings={settings}
            plan={plan}
            rows={open}
            onChange={(part) => setSettings({ ...settings, ...part })}
          />
        )}
        <FutureReaders audiences={plan.audiences} />
        {known.error && <Failure error={known.error} onRetry={known.retry} />}
        {open.length > 0 && <SendFiles open={open} plan={plan} />}
        {rows.length > 0 && !isBusy && open.length === 0 && (
          <div>
            <Button
              onPress={() => {
                setSettings(FIRST_SETTINGS);
                queue.remove(() => true);
              }}
            >
              {text.others}
            </Button>
          </div>
        )}
      </Stack>
      <LeavingGuard
        isUnsaved={rows.some(isIn("waiting", "sending"))}
        title={text.leaveTitle}
        leave={text.leave}
        stay={text.stay}
      >
        {text.leaveText}
      </LeavingGuard>
    </Panel>
  );
}
