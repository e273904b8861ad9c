import type { Call } from "../../api/client.js";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { useErrorText } from "../../ui/failure.js";
import { Notice } from "../../ui/notice.js";
import { useSaveCsv } from "./audit-queries.js";
import { messages } from "./messages.js";

/** Saves the whole answer as a file, not only the part that is shown. */
export function SaveCsv({ name, call }: { name: string; call: Call }) {
  const text = useMessages(messages);
  const errorText = useErrorText();
  const save = useSaveCsv(name);
  return (
    <>
      <Button small isPending={save.isPending} onPress={() => save.mutate(call)}>
        {text.save}
      </Button>
      {save.error && (
        <Notice tone="bad" announced title={text.saveFailed}>
          {errorText(save.error)}
        </Notice>
      )}
    </>
  );
}
