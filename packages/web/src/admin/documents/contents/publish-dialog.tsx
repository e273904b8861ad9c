import { isRefusal } from "../../../api/errors.js";
import { useMessages } from "../../../i18n/i18n.js";
import { useChange } from "../../../parts/use-answer.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Refused } from "../../../ui/refused.js";
import type { Published } from "../answers.js";
import { PublicationReaders, useDraftPublication } from "../publication-readers.js";
import { messages } from "./messages.js";

interface PublishDialogProps {
  readonly document_id: string;
  readonly onPublished: (published: Published) => void;
  readonly onClose: () => void;
}

/** Asks before a draft replaces the published version. */
export function PublishDialog({ document_id, onPublished, onClose }: PublishDialogProps) {
  const text = useMessages(messages);
  const publishing = useChange((client) => client.publishDraft({ document_id }), {
    onSuccess: ({ body }) => onPublished(body),
  });
  const { error } = publishing;
  const publication = useDraftPublication(document_id);
  return (
    <Confirmation
      title={text.publishTitle}
      confirm={text.publishConfirm}
      isDisabled={publication.isPending}
      isPending={publishing.isPending}
      onConfirm={() => publishing.mutate()}
      onCancel={onClose}
    >
      <p>{text.publishText}</p>
      {publication.data && <PublicationReaders preview={publication.data} when="atOnce" />}
      {publication.error && !error && <Refused error={publication.error} />}
      <Refused error={error} title={text.publishFailed}>
        {isRefusal(error, "DOCUMENT_NOT_FOUND") && text.raced}
      </Refused>
    </Confirmation>
  );
}
