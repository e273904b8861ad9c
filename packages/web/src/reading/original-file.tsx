import { useMutation } from "@tanstack/react-query";
import { useMessages } from "../i18n/i18n.js";
import { Refused } from "../parts/refused.js";
import { useApi } from "../session/session-provider.js";
import { Button } from "../ui/button.js";
import { saveFile } from "../ui/save-file.js";
import { attachmentName } from "./attachment-name.js";
import { messages } from "./messages.js";

/** Saves the file that a document was uploaded as. A link could not carry the session. */
export function OriginalFile({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const api = useApi();
  const saving = useMutation({
    mutationFn: async () => {
      const { body, headers } = await api.client.readOriginal({ document_id });
      // Never opened by the browser as what it is: the type could run scripts at our own address.
      const file = new Blob([await body.arrayBuffer()], { type: "application/octet-stream" });
      return { name: attachmentName(headers) ?? document_id, file };
    },
    onSuccess: ({ name, file }) => saveFile(name, file),
  });
  return (
    <div>
      <Button small look="quiet" isPending={saving.isPending} onPress={() => saving.mutate()}>
        {text.original}
      </Button>
      <Refused error={saving.error} title={text.originalFailed} />
    </div>
  );
}
