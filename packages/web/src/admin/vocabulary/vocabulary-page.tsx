import { useMessages } from "../../i18n/i18n.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { useTitle } from "../../shell/shell.js";
import { messages } from "./messages.js";
import { useVocabulary } from "./queries.js";
import { VocabularyEditor } from "./vocabulary-editor.js";

/** The words that users say, with the words that documents use instead. */
export function VocabularyPage() {
  const text = useMessages(messages);
  const { data, error, refetch } = useVocabulary();
  useTitle(text.title);
  return data ? <VocabularyEditor read={data} /> : <NotLoaded query={{ error, refetch }} lines={8} />;
}
