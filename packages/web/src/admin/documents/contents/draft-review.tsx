import { NOTE_MAX } from "@retrieval/api/client";
import { useState } from "react";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { DoneBy } from "../../../parts/display-names.js";
import { useAnswer, useChange } from "../../../parts/use-answer.js";
import { useSession } from "../../../session/session-provider.js";
import { Button } from "../../../ui/button.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import { TextArea } from "../../../ui/text-area.js";
import type { Draft } from "../answers.js";
import styles from "./draft-review.module.css";
import { messages } from "./messages.js";

/** Who may publish a draft: this user, or only another administrator, who approves it. */
export function useApproval(by_user: string | null) {
  const { data } = useAnswer("readConfiguration", {}, { staleTime: Number.POSITIVE_INFINITY });
  const { user_id } = useSession();
  return { isNeeded: data?.four_eyes === true, isOwn: user_id === by_user };
}

/** That a draft waits for an approval, or was returned. */
export function DraftState({ draft: { by_user, returned } }: { draft: Draft }) {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const { isNeeded, isOwn } = useApproval(by_user);
  if (returned !== null) {
    const title = (
      <>
        {text.returned}
        <DoneBy user_id={returned.by_user} /> ({dateTime(returned.at)})
      </>
    );
    return (
      <Notice tone="warn" title={title}>
        <p className={styles.comment}>{returned.comment}</p>
        {isOwn && <p>{text.returnedText}</p>}
      </Notice>
    );
  }
  return isNeeded && isOwn ? <Notice title={text.waits}>{text.waitsText}</Notice> : null;
}

interface DraftOfDocument {
  readonly document_id: string;
  readonly draft: Draft;
}

/** The ETag of a draft. */
export const tagOf = ({ accepted }: Draft) => `"${accepted}"`;

/** Returns another administrator's draft with a comment. */
export function ReturnDraft({ document_id, draft }: DraftOfDocument) {
  const text = useMessages(messages);
  const [asks, setAsks] = useState(false);
  const [comment, setComment] = useState("");
  const close = () => {
    setAsks(false);
    setComment("");
  };
  const returning = useChange(
    (client) => client.returnDraft({ document_id, ifMatch: tagOf(draft), body: { comment: comment.trim() } }),
    { onSuccess: close },
  );
  return (
    <>
      <Button onPress={() => setAsks(true)}>{text.return}</Button>
      {asks && (
        <Confirmation
          title={text.returnTitle}
          confirm={text.returnConfirm}
          isDisabled={comment.trim() === ""}
          isPending={returning.isPending}
          onConfirm={() => returning.mutate()}
          onCancel={close}
        >
          <p>{text.returnText}</p>
          <TextArea label={text.comment} value={comment} onChange={setComment} maxLength={NOTE_MAX} />
          <Refused error={returning.error} title={text.notReturned} />
        </Confirmation>
      )}
    </>
  );
}

/** Removes the waiting draft; what is published stays. */
export function DeleteDraft({ document_id, draft }: DraftOfDocument) {
  const text = useMessages(messages);
  const [asks, setAsks] = useState(false);
  const deleting = useChange((client) => client.deleteDraft({ document_id, ifMatch: tagOf(draft) }), {
    onSuccess: () => setAsks(false),
  });
  return (
    <>
      <Button look="danger" onPress={() => setAsks(true)}>
        {text.delete}
      </Button>
      {asks && (
        <Confirmation
          title={text.deleteTitle}
          confirm={text.delete}
          isDangerous
          isPending={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onCancel={() => setAsks(false)}
        >
          <p>{text.deleteText}</p>
          <Refused error={deleting.error} title={text.notDeleted} />
        </Confirmation>
      )}
    </>
  );
}
