import { comparisonAddress } from "@retrieval/api/pages";
import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Loaded } from "../../../parts/loaded.js";
import { useAnswer } from "../../../parts/use-answer.js";
import { Button, ButtonLink } from "../../../ui/button.js";
import { Lines, Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { EmptyState } from "../../../ui/state.js";
import { certificateAddress, confirmationsAddress } from "../addresses.js";
import type { ContentVersion } from "../answers.js";
import { VersionItem } from "../version-item.js";
import { messages } from "./messages.js";
import { RestoreVersion } from "./restore-version.js";

/** The versions of the contents: the published one, and the older ones that are kept. */
export function VersionsPart({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const query = useAnswer("listVersions", { document_id });
  const [restoring, setRestoring] = useState<ContentVersion | null>(null);
  const [restored, setRestored] = useState("");
  const none = <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return (
    <Loaded query={query} lines={6} absent="DOCUMENT_NOT_FOUND" instead={none}>
      {({ items }) => (
        <>
          <Meta>{text.hint}</Meta>
          {restored && (
            <Notice tone="good" announced>
              {restored}
            </Notice>
          )}
          <Lines>
            {items.map((version, i) => (
              <Version
                key={version.number}
                document_id={document_id}
                version={version}
                isPublished={i === 0}
                comparison={comparisonAddress(document_id, { from: version.number, to: items[0]?.number ?? null })}
                onRestore={() => setRestoring(version)}
              />
            ))}
          </Lines>
          {restoring && (
            <RestoreVersion
              document_id={document_id}
              version={restoring}
              onClose={() => setRestoring(null)}
              onRestored={(as, changed) => {
                setRestoring(null);
                setRestored(
                  as === null ? text.restoredAsDraft(restoring.number) : text.restored(restoring.number, as, changed),
                );
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

interface VersionProps {
  readonly document_id: string;
  readonly version: ContentVersion;
  readonly isPublished: boolean;
  readonly comparison: string;
  readonly onRestore: () => void;
}

function Version({ document_id, version, isPublished, comparison, onRestore }: VersionProps) {
  const text = useMessages(messages);
  const { number, title, published_at, by_user, original_for } = version;
  const actions = (
    <>
      {version.notice === "confirm" && (
        <Link href={confirmationsAddress(document_id, number)} aria-label={text.confirmationsOf(number)}>
          {text.confirmations}
        </Link>
      )}
      <Link href={certificateAddress(document_id, number)} aria-label={text.certificateOf(number)}>
        {text.certificate}
      </Link>
      {!isPublished && (
        <>
          <ButtonLink small aria-label={text.compareVersion(number)} href={comparison}>
            {text.compare}
          </ButtonLink>
          <Button small aria-label={text.restoreVersion(number)} onPress={onRestore}>
            {text.restore}
          </Button>
        </>
      )}
    </>
  );
  return (
    <VersionItem
      name={text.name(number)}
      inForce={isPublished && text.published}
      actions={actions}
      at={published_at}
      by={text.by}
      by_user={by_user}
      how={original_for && text.originalFor[original_for]}
    >
      <p>
        {isolate(title)} <Meta as="span">({isolate(version.version)})</Meta>
      </p>
    </VersionItem>
  );
}
