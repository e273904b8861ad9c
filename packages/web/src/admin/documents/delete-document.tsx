import { type Query, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { useChange } from "../../parts/use-answer.js";
import { Button } from "../../ui/button.js";
import { Confirmation } from "../../ui/dialog.js";
import { Refused } from "../../ui/refused.js";
import { TextField } from "../../ui/text-field.js";
import { DOCUMENTS_ADDRESS } from "./addresses.js";
import { messages } from "./messages.js";

/** Deletes a document after the user has typed its identifier. */
export function DeleteDocument({ document_id, title }: { document_id: string; title: string }) {
  const text = useMessages(messages);
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  const [typed, setTyped] = useState("");
  const removal = useChange(
    async (client) => {
      try {
        await client.deleteDocument({ document_id });
      } catch (error) {
        // Another user has deleted it, or our own answer was lost: it is gone, as it should be.
        if (!isRefusal(error, "DOCUMENT_NOT_FOUND")) throw error;
      }
    },
    {
      onSuccess() {
        navigate(DOCUMENTS_ADDRESS);
        queries.removeQueries({ predicate: isAbout(document_id) });
      },
    },
  );
  const close = () => {
    setAsks(false);
    setTyped("");
    removal.reset();
  };
  return (
    <>
      <Button small look="danger" onPress={() => setAsks(true)}>
        {text.delete}
      </Button>
      {asks && (
        <Confirmation
          title={text.deleteTitle(isolate(title))}
          confirm={text.deleteConfirm}
          isDangerous
          isDisabled={typed.trim() !== document_id}
          isPending={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={close}
        >
          <p>{text.deleteText}</p>
          <TextField
            label={text.deleteType(isolate(document_id))}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            autoFocus
          />
          <Refused error={removal.error} title={text.deleteFailed} />
        </Confirmation>
      )}
    </>
  );
}

const isAbout =
  (document_id: string) =>
  ({ queryKey: [, call] }: Query) =>
    (call as { readonly document_id?: unknown } | undefined)?.document_id === document_id;
