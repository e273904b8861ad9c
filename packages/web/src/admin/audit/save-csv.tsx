import { useMessages } from "../../i18n/i18n.js";
import { Refused } from "../../parts/refused.js";
import { Button } from "../../ui/button.js";
import { messages } from "./messages.js";
import { type ReadCsv, useSaveCsv } from "./queries.js";

/** Saves the whole answer as a file, not only the part that is shown. */
export function SaveCsv({ name, read }: { name: string; read: ReadCsv }) {
  const text = useMessages(messages);
  const save = useSaveCsv(name);
  return (
    <>
      <Button small isPending={save.isPending} onPress={() => save.mutate(read)}>
        {text.save}
      </Button>
      <Refused error={save.error} title={text.saveFailed} />
    </>
  );
}
