import { comparisonAddress } from "@retrieval/api/pages";
import { useEffect, useRef, useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { DoneBy } from "../../../parts/display-names.js";
import { Changes, Warnings } from "../../../parts/jobs/outcome.js";
import { Loaded } from "../../../parts/loaded.js";
import { useAnswer } from "../../../parts/use-answer.js";
import { useToday } from "../../../parts/use-today.js";
import { Button, ButtonLink } from "../../../ui/button.js";
import { Meta, Row } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import { EmptyState } from "../../../ui/state.js";
import { documentAdminAddress, uploadAddress } from "../addresses.js";
import type { Published } from "../answers.js";
import { useDraftPublication } from "../publication-readers.js";
import { messages as versionMessages } from "../versions/messages.js";
import { ChunkList, useChunks } from "./chunk-list.js";
import { DeleteDraft, DraftState, ReturnDraft, useApproval } from "./draft-review.js";
import { messages } from "./messages.js";
import { PublishDialog } from "./publish-dialog.js";

interface DraftPartProps {
  readonly document_id: string;
  /** Whether the document has a version, which stays where the draft is deleted. */
  readonly isPublished: boolean;
}

/** The draft, for review before it is published. */
export function DraftPart({ document_id, isPublished }: DraftPartProps) {
  const text = useMessages(messages);
  const { compareDraft } = useMessages(versionMessages);
  const list = useChunks(document_id, true);
  const draft = useAnswer("readManagedDocument", { document_id }).data?.draft ?? null;
  const { isNeeded, isOwn } = useApproval(draft?.by_user ?? null);
  const [asks, setAsks] = useState(false);
  const [published, setPublished] = useState<Published | null>(null);
  if (published) return <PublishedNow document_id={document_id} published={published} />;
  return (
    <Loaded query={list} lines={8} absent="DOCUMENT_NOT_FOUND" instead={<NoDraft document_id={document_id} />}>
      {() => (
        <>
          {draft && <DraftState draft={draft} />}
          <Meta>
            {text.draftHint}
            {draft && (
              <>
                {" "}
                {text.uploadedBy}
                <DoneBy user_id={draft.by_user} />
              </>
            )}
          </Meta>
          <Row gap={[2, 3]} align="center">
            {isPublished && (
              <ButtonLink href={comparisonAddress(document_id, { from: null, to: "draft" })}>{compareDraft}</ButtonLink>
            )}
            {!(isNeeded && isOwn) && (
              <Button look="primary" onPress={() => setAsks(true)}>
                {isNeeded ? text.approve : text.publish}
              </Button>
            )}
            {draft && !isOwn && <ReturnDraft document_id={document_id} draft={draft} />}
            {draft && isPublished && <DeleteDraft document_id={document_id} draft={draft} />}
          </Row>
          <ChunkList list={list} isPublished={false} />
          {asks && <Publish document_id={document_id} onPublished={setPublished} onClose={() => setAsks(false)} />}
        </>
      )}
    </Loaded>
  );
}

interface PublishProps {
  readonly document_id: string;
  readonly onPublished: (published: Published) => void;
  readonly onClose: () => void;
}

/** The dialog, once everything is known that it says. */
function Publish({ document_id, ...then }: PublishProps) {
  const text = useMessages(messages);
  const today = useToday();
  const record = useAnswer("readManagedDocument", { document_id });
  const versions = useAnswer("listVersions", { document_id });
  const publication = useDraftPublication(document_id);
  const error = record.error ?? publication.error;
  if (error) return <Refused error={error} title={text.publishFailed} />;
  if (today === null || !record.data?.draft || !publication.data || versions.isPending) return null;
  const inForce = versions.data?.items.find(({ standing }) => standing === "in_force");
  return (
    <PublishDialog
      document_id={document_id}
      draft={record.data.draft}
      publication={publication.data}
      today={today}
      in_force_from={inForce?.effective_from ?? null}
      {...then}
    />
  );
}

function NoDraft({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  return (
    <EmptyState title={text.noDraft} actions={<ButtonLink href={uploadAddress(document_id)}>{text.upload}</ButtonLink>}>
      {text.noDraftText}
    </EmptyState>
  );
}

function PublishedNow({ document_id, published }: { document_id: string; published: Published }) {
  const text = useMessages(messages);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <>
      <div ref={place} tabIndex={-1}>
        <Notice tone="good" announced title={text.publishedTitle} />
      </div>
      <Changes changes={published.changes} />
      <Warnings warnings={published.warnings} />
      <div>
        <ButtonLink href={documentAdminAddress(document_id, "chunks")}>{text.seeChunks}</ButtonLink>
      </div>
    </>
  );
}
