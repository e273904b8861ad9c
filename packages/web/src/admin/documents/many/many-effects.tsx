import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import styles from "../../../parts/editor.module.css";
import { LongList } from "../../../parts/long-list.js";
import { Refused } from "../../../parts/refused.js";
import { Meta, Panel } from "../../../ui/layout.js";
import { AffectedUsers } from "../rules/rule-effects.js";
import type { RuleEditPreview } from "./edit.js";
import many from "./many.module.css";
import { messages } from "./messages.js";

interface ManyEffectsProps {
  /** false: there is no change yet. */
  readonly isAsked: boolean;
  readonly preview: RuleEditPreview | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
}

/** The users who would gain or lose access, over all documents and for each. */
export function ManyEffects({ isAsked, preview, error, isBusy }: ManyEffectsProps) {
  const text = useMessages(messages);
  return (
    <Panel gap={3} compact className={styles.effects} aria-busy={isBusy}>
      <h2>{text.preview}</h2>
      {!isAsked && <p>{text.nothingYet}</p>}
      {isAsked && error && <Refused error={error} title={text.previewFailed} />}
      {isAsked && !preview && !error && <p>{text.looking}</p>}
      {preview && !error && <Effects preview={preview} />}
    </Panel>
  );
}

function Effects({ preview: { gained, lost, documents } }: { preview: RuleEditPreview }) {
  const text = useMessages(messages);
  const more = (user: { readonly documents: number }) => text.ofDocuments(user.documents);
  return (
    <>
      {gained.count + lost.count === 0 && <p role="status">{text.noneAffected}</p>}
      <AffectedUsers tone="good" title={text.gains} affected={gained} more={more} />
      <AffectedUsers tone="bad" title={text.loses} affected={lost} more={more} />
      <h3>{text.each}</h3>
      <LongList items={documents} itemKey={({ document_id }) => document_id}>
        {(document) => <OneDocument document={document} />}
      </LongList>
    </>
  );
}

function OneDocument({ document }: { document: RuleEditPreview["documents"][number] }) {
  const text = useMessages(messages);
  const { document_id, title, changes, gained, lost, error } = document;
  const named = isolate(title ?? document_id);
  if (error !== null)
    return (
      <Meta as="span" tone="bad">
        {named}: {error}
      </Meta>
    );
  if (gained.count + lost.count === 0)
    return (
      <>
        {named} <Meta as="span">{changes ? text.effect(0, 0) : text.stays}</Meta>
      </>
    );
  return (
    <details className={many.document}>
      <summary>
        {named} <Meta as="span">{text.effect(gained.count, lost.count)}</Meta>
      </summary>
      <AffectedUsers tone="good" title={text.gainsIt} affected={gained} />
      <AffectedUsers tone="bad" title={text.losesIt} affected={lost} />
    </details>
  );
}
