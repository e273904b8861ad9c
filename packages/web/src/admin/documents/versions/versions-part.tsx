import { useState } from "react";
import { isRefusal } from "../../../api/errors.js";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { DoneBy } from "../../../parts/display-names.js";
import { NotLoaded } from "../../../parts/not-loaded.js";
import { Button } from "../../../ui/button.js";
import { Badge, Lines, Meta, Row, Stack } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { EmptyState } from "../../../ui/state.js";
import type { ContentVersion } from "../answers.js";
import history from "../history/history.module.css";
import { Comparison } from "./comparison.js";
import { messages } from "./messages.js";
import { useVersions } from "./queries.js";
import { RestoreVersion } from "./restore-version.js";

/** The versions of the contents: the published one, and the older ones that are kept. */
export function VersionsPart({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const { data, error, refetch } = useVersions(document_id);
  const [compared, setCompared] = useState<number | null>(null);
  const [restoring, setRestoring] = useState<ContentVersion | null>(null);
  const [restored, setRestored] = useState("");
  if (isRefusal(error, "DOCUMENT_NOT_FOUND")) return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  const published = data?.[0];
  if (!data || !published) return <NotLoaded query={{ error, refetch }} lines={6} />;
  if (compared !== null)
    return <Comparison document_id={document_id} number={compared} onBack={() => setCompared(null)} />;
  return (
    <>
      <Meta>{text.hint}</Meta>
      {restored && (
        <Notice tone="good" announced>
          {restored}
        </Notice>
      )}
      <Lines>
        {data.map((version) => (
          <Version
            key={version.number}
            version={version}
            isPublished={version === published}
            onCompare={() => setCompared(version.number)}
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
            setRestored(text.restored(restoring.number, as, changed));
          }}
        />
      )}
    </>
  );
}

interface VersionProps {
  readonly version: ContentVersion;
  readonly isPublished: boolean;
  readonly onCompare: () => void;
  readonly onRestore: () => void;
}

function Version({ version, isPublished, onCompare, onRestore }: VersionProps) {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const { number, title, published_at, by_user, original_for } = version;
  return (
    <Stack as="li" gap={2}>
      <Row gap={[3, 5]} align="start" apart>
        <h2 className={history.name}>
          {text.name(number)}
          {isPublished && <Badge tone="good">{text.published}</Badge>}
        </h2>
        {!isPublished && (
          <Row gap={[2, 3]} align="center">
            <Button small aria-label={text.compareVersion(number)} onPress={onCompare}>
              {text.compare}
            </Button>
            <Button small aria-label={text.restoreVersion(number)} onPress={onRestore}>
              {text.restore}
            </Button>
          </Row>
        )}
      </Row>
      <p>
        {isolate(title)} <Meta as="span">({isolate(version.version)})</Meta>
      </p>
      <Meta inRow>
        <time dateTime={published_at}>{dateTime(published_at)}</time>
        <span>
          {text.by}: <DoneBy user_id={by_user} />
        </span>
        {original_for && <span>{text.originalFor[original_for]}</span>}
      </Meta>
    </Stack>
  );
}
