import { comparisonAddress } from "@retrieval/api/pages";
import { useState } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { DoneBy } from "../../../parts/display-names.js";
import { Loaded } from "../../../parts/loaded.js";
import { useAnswer } from "../../../parts/use-answer.js";
import { messages as lifeMessages } from "../../../reading/life/messages.js";
import { Button, ButtonLink } from "../../../ui/button.js";
import { Badge, Lines, Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { EmptyState } from "../../../ui/state.js";
import { certificateAddress, confirmationsAddress } from "../addresses.js";
import type { ContentVersion } from "../answers.js";
import { VersionItem } from "../version-item.js";
import { CorrectVersion } from "./correct-version.js";
import { messages } from "./messages.js";
import { RestoreVersion } from "./restore-version.js";
import styles from "./versions.module.css";
import { WithdrawVersion } from "./withdraw-version.js";

type Action = "restore" | "correct" | "withdraw";

/** The versions of the contents: in force, past, to come and withdrawn. */
export function VersionsPart({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const query = useAnswer("listVersions", { document_id });
  const [asked, setAsked] = useState<{ readonly action: Action; readonly version: ContentVersion } | null>(null);
  const [said, setSaid] = useState("");
  const onClose = () => setAsked(null);
  const onDone = (what: string) => {
    setAsked(null);
    setSaid(what);
  };
  const none = <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return (
    <Loaded query={query} lines={6} absent="DOCUMENT_NOT_FOUND" instead={none}>
      {({ items }) => (
        <>
          <Meta>{text.hint}</Meta>
          {said && (
            <Notice tone="good" announced>
              {said}
            </Notice>
          )}
          <Lines>
            {items.map((version) => (
              <Version
                key={version.number}
                document_id={document_id}
                version={version}
                shown={(items.find(({ standing }) => standing === "in_force") ?? items[0])?.number ?? version.number}
                onAsk={(action) => setAsked({ action, version })}
              />
            ))}
          </Lines>
          {asked?.action === "restore" && (
            <RestoreVersion document_id={document_id} version={asked.version} onClose={onClose} />
          )}
          {asked?.action === "correct" && (
            <CorrectVersion document_id={document_id} version={asked.version} onClose={onClose} onDone={onDone} />
          )}
          {asked?.action === "withdraw" && (
            <WithdrawVersion document_id={document_id} version={asked.version} onClose={onClose} onDone={onDone} />
          )}
        </>
      )}
    </Loaded>
  );
}

interface VersionProps {
  readonly document_id: string;
  readonly version: ContentVersion;
  /** The number of the version that others are compared with: in force, or the last one. */
  readonly shown: number;
  readonly onAsk: (action: Action) => void;
}

const BADGES = { in_force: "good", coming: undefined, withdrawn: "warn" } as const;

function Version({ document_id, version, shown, onAsk }: VersionProps) {
  const text = useMessages(messages);
  const life = useMessages(lifeMessages);
  const { day, dateTime } = useFormat();
  const { number, title, published_at, by_user, original_for, standing, withdrawn, note } = version;
  const pair = standing === "coming" ? { from: shown, to: number } : { from: number, to: shown };
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
      {number !== shown && (
        <ButtonLink
          small
          aria-label={text.compareVersions(pair.from, pair.to)}
          href={comparisonAddress(document_id, pair)}
        >
          {text.compare}
        </ButtonLink>
      )}
      {standing === "past" && (
        <Button small aria-label={text.restoreVersion(number)} onPress={() => onAsk("restore")}>
          {text.restore}
        </Button>
      )}
      {standing !== "withdrawn" && (
        <Button small aria-label={text.correctVersion(number)} onPress={() => onAsk("correct")}>
          {text.correct}
        </Button>
      )}
      {(standing === "past" || standing === "coming") && (
        <Button small look="danger" aria-label={text.withdrawVersion(number)} onPress={() => onAsk("withdraw")}>
          {text.withdraw}
        </Button>
      )}
    </>
  );
  return (
    <VersionItem
      name={text.name(number)}
      badge={standing !== "past" && <Badge tone={BADGES[standing]}>{life.standings[standing]}</Badge>}
      actions={actions}
      at={published_at}
      by={text.by}
      by_user={by_user}
      how={original_for && text.originalFor[original_for]}
    >
      <p>
        {life.effective(day(version.effective_from))}{" "}
        <Meta as="span">
          {isolate(title)} ({isolate(version.version)})
        </Meta>
      </p>
      {note && <Meta className={styles.note}>{note}</Meta>}
      {withdrawn && (
        <Meta tone="warn" className={styles.note}>
          {text.withdrawn}: <DoneBy user_id={withdrawn.by_user} /> ({dateTime(withdrawn.at)}){"\n"}
          {text.reasonOf(withdrawn.reason)}
        </Meta>
      )}
    </VersionItem>
  );
}
