import { useMessages } from "../../i18n/i18n.js";
import { useTitle } from "../../shell/shell.js";
import { Failure } from "../../ui/failure.js";
import { messages as uiMessages } from "../../ui/messages.js";
import { Skeleton } from "../../ui/state.js";
import { messages } from "./messages.js";
import { useVocabulary } from "./queries.js";
import { VocabularyEditor } from "./vocabulary-editor.js";

/** The words that users say, with the words that documents use instead. */
export function VocabularyPage() {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const { data, error, refetch } = useVocabulary();
  useTitle(text.title);
  if (data) return <VocabularyEditor read={data} />;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return <Skeleton lines={8} label={loading} />;
}
