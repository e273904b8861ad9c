import { ConnectionError, RefusalError } from "@retrieval/api/client";
import { SessionChangedError } from "../api/errors.js";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "./button.js";
import { messages } from "./messages.js";
import { Notice } from "./notice.js";

/** The text of a failed call: the service's own sentence, in the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const { noAnswer, sessionChanged, failed } = useMessages(messages);
  return (error) => {
    if (error instanceof RefusalError) return error.message;
    if (error instanceof ConnectionError) return error.status === null ? noAnswer : `HTTP ${error.status}`;
    return error instanceof SessionChangedError ? sessionChanged : failed;
  };
}

/** A list or page that could not be loaded. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const text = useMessages(messages);
  const errorText = useErrorText();
  return (
    <Notice
      tone="bad"
      title={text.failed}
      announced
      actions={
        onRetry && (
          <Button small onPress={onRetry}>
            {text.tryAgain}
          </Button>
        )
      }
    >
      {errorText(error)}
    </Notice>
  );
}
