import { useMessages } from "../../i18n/i18n.js";
import { Refused } from "../../parts/refused.js";
import { Button } from "../../ui/button.js";
import { messages } from "./messages.js";
import { useDownloadCsv } from "./queries.js";

/** The saved vocabulary as a file. */
export function DownloadCsv() {
  const text = useMessages(messages);
  const download = useDownloadCsv();
  return (
    <>
      <Button isPending={download.isPending} onPress={() => download.mutate()}>
        {text.download}
      </Button>
      <Refused error={download.error} title={text.downloadFailed} />
    </>
  );
}
