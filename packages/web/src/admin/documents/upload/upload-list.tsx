import { type ReactNode, useId } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Button } from "../../../ui/button.js";
import { Meta, Row, Stack } from "../../../ui/layout.js";
import { ProgressBar } from "../../../ui/progress-bar.js";
import { VisuallyHidden } from "../../../ui/state.js";
import { ChosenFile } from "./chosen-file.js";
import { messages } from "./messages.js";
import styles from "./upload.module.css";
import { isIn, type UploadFile } from "./upload-file.js";
import type { UploadPlan } from "./upload-plan.js";
import type { UploadQueue } from "./upload-queue.js";

export const anchorOf = ({ key }: UploadFile) => `upload-${key}`;

interface UploadListProps {
  readonly files: readonly UploadFile[];
  readonly queue: UploadQueue;
  readonly plan: UploadPlan;
  readonly isFixed: boolean;
}

/** The files that the service does not have yet. */
export function UploadList({ files, queue, plan, isFixed }: UploadListProps) {
  const text = useMessages(messages);
  return (
    <Stack as="ul" gap={3} aria-label={text.files}>
      {files.map((file) => (
        <UploadItem key={file.key} file={file} onRemove={() => queue.remove(file)}>
          {isIn("chosen")(file) && (
            <ChosenFile
              file={file}
              planned={plan.plannedOf(file)}
              isFixed={isFixed}
              isAlone={files.length === 1}
              onChange={(part) => queue.change(file.key, part)}
            />
          )}
        </UploadItem>
      ))}
    </Stack>
  );
}

interface UploadItemProps {
  readonly file: UploadFile;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function UploadItem({ file, onRemove, children }: UploadItemProps) {
  const text = useMessages(messages);
  const name = useId();
  const share = isIn("sending")(file) ? file.state.share : null;
  return (
    <li className={styles.file} id={anchorOf(file)}>
      <Stack role="group" aria-labelledby={name} gap={3}>
        <Row gap={[0, 3]} align="center" apart>
          <span className={styles.name}>
            <span id={name}>{isolate(file.path)}</span>{" "}
            {isIn("sending")(file) && share === null && <Meta as="span">{text.waiting}</Meta>}
          </span>
          <Button small look="quiet" onPress={onRemove}>
            {share === null ? text.remove : text.cancel}
            <VisuallyHidden>{text.of(isolate(file.path))}</VisuallyHidden>
          </Button>
        </Row>
        {share !== null && <ProgressBar label={text.sending} value={share} max={1} />}
        {children}
      </Stack>
    </li>
  );
}
