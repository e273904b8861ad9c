import type { Client } from "@retrieval/api/client";
import { useMutation } from "@tanstack/react-query";
import { useMessages } from "../i18n/i18n.js";
import { useApi } from "../session/session-provider.js";
import { Button } from "../ui/button.js";
import { Refused } from "../ui/refused.js";
import { saveFile } from "../ui/save-file.js";
import { messages } from "./messages.js";

/** The call that answers with a CSV, which the service writes. */
type ReadCsv = (client: Client, format: { readonly format: "csv" }) => Promise<{ readonly body: unknown }>;

/** Saves the whole answer as a file, not only the part that is shown. */
export function SaveCsv({ name, read, small = true }: { name: string; read: ReadCsv; small?: boolean }) {
  const text = useMessages(messages);
  const api = useApi();
  const save = useMutation({
    mutationFn: async () => {
      // What is not JSON is the response, unread.
      const { body } = await read(api.client, { format: "csv" });
      return (body as Response).blob();
    },
    onSuccess: (csv) => saveFile(`${name}.csv`, csv),
  });
  return (
    <>
      <Button small={small} isPending={save.isPending} onPress={() => save.mutate()}>
        {text.saveCsv}
      </Button>
      <Refused error={save.error} title={text.csvFailed} />
    </>
  );
}
