import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { useErrorText } from "../../ui/failure.js";
import { Notice } from "../../ui/notice.js";
import { messages } from "./messages.js";
import { useDownloadCsv } from "./queries.js";

/** The saved vocabulary as a file. */
export function DownloadCsv() {
  const text = useMessages(messages);
  const errorText = useErrorText();
  const download = useDownloadCsv();
  return (
    <>
      <Button isPending={download.isPending} onPress={() => download.mutate()}>
        {text.download}
      </Button>
      {download.error && (
        <Notice tone="bad" announced title={text.downloadFailed}>
          {errorText(download.error)}
        </Notice>
      )}
    </>
  );
}
