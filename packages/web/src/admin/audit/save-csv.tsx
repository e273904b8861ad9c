import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { useErrorText } from "../../ui/failure.js";
import { Notice } from "../../ui/notice.js";
import { messages } from "./messages.js";
import { type ReadCsv, useSaveCsv } from "./queries.js";

/** Saves the whole answer as a file, not only the part that is shown. */
export function SaveCsv({ name, read }: { name: string; read: ReadCsv }) {
  const text = useMessages(messages);
  const errorText = useErrorText();
  const save = useSaveCsv(name);
  return (
    <>
      <Button small isPending={save.isPending} onPress={() => save.mutate(read)}>
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
