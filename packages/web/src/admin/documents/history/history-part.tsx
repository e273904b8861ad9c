import { useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { Paged } from "../../../parts/paged.js";
import { usePages } from "../../../parts/use-answer.js";
import { Button } from "../../../ui/button.js";
import { Badge, Lines, Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { EmptyState } from "../../../ui/state.js";
import type { RuleVersion } from "../answers.js";
import { VersionItem } from "../version-item.js";
import { messages } from "./messages.js";
import { RestoreDialog } from "./restore-dialog.js";
import { VersionChanges } from "./version-changes.js";

/** @param isPublished false: a deleted document has a history too, but no version can be restored */
export function HistoryPart({ document_id, isPublished }: { document_id: string; isPublished: boolean }) {
  const text = useMessages(messages);
  const history = usePages("listAccessRuleVersions", { document_id, limit: 20 });
  const [restoring, setRestoring] = useState<RuleVersion | null>(null);
  const [restored, setRestored] = useState("");
  const none = <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return (
    <Paged list={history} absent="DOCUMENT_NOT_FOUND" instead={none} empty={none}>
      {(versions) => (
        <>
          <Meta>{text.hint}</Meta>
          {restored && (
            <div ref={bringIntoView}>
              <Notice tone="good" announced>
                {restored}
              </Notice>
            </div>
          )}
          <Lines>
            {versions.map((version, i) => (
              <Version
                key={version.rules_version}
                version={version}
                isInForce={isPublished && i === 0}
                onRestore={isPublished && i > 0 ? () => setRestoring(version) : null}
              />
            ))}
          </Lines>
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
      )}
    </Paged>
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
  const { rules_version, at, by_user, cause, gained, lost } = version;
  const name = text.version(rules_version);
  const restore = onRestore && (
    <Button small aria-label={text.restoreVersion(name)} onPress={onRestore}>
      {text.restore}
    </Button>
  );
  return (
    <VersionItem
      name={name}
      badge={isInForce && <Badge tone="good">{text.inForce}</Badge>}
      actions={restore}
      at={at}
      by={text.by}
      by_user={by_user}
      how={text.cause[cause]}
    >
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
    </VersionItem>
  );
}
