import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Affected } from "../../../parts/affected.js";
import { userLabel } from "../../../parts/display-names.js";
import { Warnings } from "../../../parts/jobs/outcome.js";
import { LongList } from "../../../parts/long-list.js";
import { messages as partMessages } from "../../../parts/messages.js";
import { Meta, Panel } from "../../../ui/layout.js";
import { Refused } from "../../../ui/refused.js";
import { messages as documentMessages } from "../messages.js";
import editor from "./access.module.css";
import { messages } from "./messages.js";
import type { RuleEditPreview } from "./rule-edit.js";
import { ruleSummary } from "./rule-in-words.js";

type DocumentPreview = RuleEditPreview["documents"][number];

interface EditEffectsProps {
  readonly preview: RuleEditPreview;
  readonly error: Error | null;
  readonly isBusy: boolean;
  /** false: there is no change yet. */
  readonly isDirty: boolean;
}

/** The users who would gain or lose access, over all documents and for each. */
export function EditEffects({ preview, error, isBusy, isDirty }: EditEffectsProps) {
  const text = useMessages(messages);
  const { effects } = useMessages(partMessages);
  const { documents, warnings } = preview;
  const isLooking = isBusy && !documents.some(({ changes }) => changes);
  return (
    <>
      <Panel gap={3} compact className={editor.effects} aria-busy={isBusy}>
        <h2>{effects.preview}</h2>
        {!isDirty && <p>{text.noChanges}</p>}
        {isDirty && <Refused error={error} title={text.previewFailed} />}
        {isDirty && !error && (isLooking ? <p>{effects.looking}</p> : <Effects preview={preview} />)}
        {(documents.length > 1 || documents.some((document) => document.error !== null)) && (
          <LongList items={documents} itemKey={({ document_id }) => document_id}>
            {(document) => <OneDocument document={document} isDirty={isDirty} />}
          </LongList>
        )}
      </Panel>
      <Warnings warnings={warnings} />
    </>
  );
}

/** Who gains and who loses; of many documents, how many each. */
export function Effects({ preview: { gained, lost, documents } }: { preview: RuleEditPreview }) {
  const text = useMessages(messages);
  const isMany = documents.length > 1;
  const nameOf = (user: (typeof gained.users)[number]) =>
    userLabel(user) + (isMany ? text.ofDocuments(user.documents) : "");
  if (gained.count + lost.count === 0) return <p role="status">{text.noneAffected}</p>;
  return (
    <>
      <AffectedUsers tone="good" title={isMany ? text.gainsMore : text.gains} affected={gained} nameOf={nameOf} />
      <AffectedUsers tone="bad" title={isMany ? text.losesSome : text.loses} affected={lost} nameOf={nameOf} />
    </>
  );
}

function AffectedUsers<User extends { readonly user_id: string }>(props: {
  tone: "good" | "bad";
  title: (n: number) => string;
  affected: { readonly count: number; readonly users: readonly User[] };
  nameOf: (user: User) => string;
}) {
  const { andMore } = useMessages(messages);
  const { affected, nameOf, ...title } = props;
  return (
    <Affected
      {...title}
      count={affected.count}
      items={affected.users}
      rest={andMore}
      itemKey={({ user_id }) => user_id}
    >
      {nameOf}
    </Affected>
  );
}

function OneDocument({ document, isDirty }: { document: DocumentPreview; isDirty: boolean }) {
  const text = useMessages(messages);
  const { access } = useMessages(documentMessages);
  const { document_id, title, access_rules, changes, gained, lost, error } = document;
  const name = isolate(title ?? document_id);
  if (error !== null)
    return (
      <Meta as="span" tone="bad">
        {name}: {error}
      </Meta>
    );
  if (gained.count + lost.count === 0) {
    const rule = isDirty || access_rules === null ? text.stays : ruleSummary(access_rules, access);
    return (
      <>
        {name} <Meta as="span">{changes ? text.effect(0, 0) : rule}</Meta>
      </>
    );
  }
  return (
    <details className={editor.document}>
      <summary>
        {name} <Meta as="span">{text.effect(gained.count, lost.count)}</Meta>
      </summary>
      <AffectedUsers tone="good" title={text.gains} affected={gained} nameOf={userLabel} />
      <AffectedUsers tone="bad" title={text.loses} affected={lost} nameOf={userLabel} />
    </details>
  );
}
