import { useState } from "react";
import { isRefusal } from "../../../api/errors.js";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { DoneBy } from "../../../parts/display-names.js";
import { Paged } from "../../../parts/paged.js";
import { Button } from "../../../ui/button.js";
import { Badge, Lines, Meta, Row, Stack } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { EmptyState } from "../../../ui/state.js";
import type { RuleVersion } from "../answers.js";
import { useHistory } from "../queries.js";
import styles from "./history.module.css";
import { messages } from "./messages.js";
import { RestoreDialog } from "./restore-dialog.js";
import { VersionChanges } from "./version-changes.js";

/** @param isPublished false: a deleted document has a history too, but no version can be restored */
export function HistoryPart({ document_id, isPublished }: { document_id: string; isPublished: boolean }) {
  const text = useMessages(messages);
  const history = useHistory(document_id);
  const [restoring, setRestoring] = useState<RuleVersion | null>(null);
  const [restored, setRestored] = useState("");
  if (isRefusal(history.error, "DOCUMENT_NOT_FOUND")) return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  const newest = history.data?.pages[0]?.items[0]?.rules_version;
  return (
    <>
      <Meta>{text.hint}</Meta>
      {restored && (
        <div ref={bringIntoView}>
          <Notice tone="good" announced>
            {restored}
          </Notice>
        </div>
      )}
      <Paged list={history} empty={null}>
        {(versions) => (
          <Lines>
            {versions.map((version) => (
              <Version
                key={version.rules_version}
                version={version}
                isInForce={isPublished && version.rules_version === newest}
                onRestore={isPublished && version.rules_version !== newest ? () => setRestoring(version) : null}
              />
            ))}
          </Lines>
        )}
      </Paged>
      {restoring && (
        <RestoreDialog
          document_id={document_id}
          version={restoring}
          onClose={() => setRestoring(null)}
          onRestored={(as) => {
            setRestoring(null);
            setRestored(text.restored(restoring.rules_version, as));
          }}
        />
      )}
    </>
  );
}

/** Scrolls to the notice: the button of the restored version may be far below it. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

interface VersionProps {
  readonly version: RuleVersion;
  readonly isInForce: boolean;
  readonly onRestore: (() => void) | null;
}

function Version({ version, isInForce, onRestore }: VersionProps) {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const { rules_version, at, by_user, cause, gained, lost } = version;
  const name = text.version(rules_version);
  return (
    <Stack as="li" gap={2}>
      <Row gap={[3, 5]} align="start" apart>
        <h2 className={styles.name}>
          {name}
          {isInForce && <Badge tone="good">{text.inForce}</Badge>}
        </h2>
        {onRestore && (
          <Button small aria-label={text.restoreVersion(name)} onPress={onRestore}>
            {text.restore}
          </Button>
        )}
      </Row>
      <Meta inRow>
        <time dateTime={at}>{dateTime(at)}</time>
        <span>
          {text.by}: <DoneBy user_id={by_user} />
        </span>
        <span>{text.cause[cause]}</span>
      </Meta>
      <VersionChanges version={version} />
      <Meta inRow>
        {gained > 0 && (
          <Meta as="span" tone="good">
            {text.gained(gained)}
          </Meta>
        )}
        {lost > 0 && (
          <Meta as="span" tone="bad">
            {text.lost(lost)}
          </Meta>
        )}
        {gained + lost === 0 && <span>{text.noneAffected}</span>}
      </Meta>
    </Stack>
  );
}
