import { useMutation } from "@tanstack/react-query";
import { useMessages } from "../i18n/i18n.js";
import { useApi } from "../session/session-provider.js";
import { Button } from "../ui/button.js";
import { Refused } from "../ui/refused.js";
import { saveFile } from "../ui/save-file.js";
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
      <Button look="quiet" isPending={saving.isPending} onPress={() => saving.mutate()}>
        {text.original}
      </Button>
      <Refused error={saving.error} title={text.originalFailed} />
    </div>
  );
}

/** The file name that an answer gives to its content, as our service writes it (RFC 6266 §4.3); null without one. */
function attachmentName(headers: Headers): string | null {
  const encoded = headers.get("Content-Disposition")?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}
