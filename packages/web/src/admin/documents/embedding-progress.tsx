import { useMessages } from "../../i18n/i18n.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Meta } from "../../ui/layout.js";
import { ProgressBar } from "../../ui/progress-bar.js";
import { messages } from "./messages.js";

/** How often it is read while there is work, in milliseconds. */
const EVERY = 3_000;

/** How far search by meaning is; nothing without a model, and nothing when all is done. */
export function EmbeddingProgress() {
  const text = useMessages(messages);
  const { data } = useAnswer(
    "readEmbeddingProgress",
    {},
    { refetchInterval: ({ state }) => (state.data && leftIn(state.data) > 0 ? EVERY : false) },
  );
  if (!data || (leftIn(data) === 0 && data.kept_back === 0)) return null;
  const { documents, embedded, kept_back } = data;
  return (
    <div>
      {leftIn(data) > 0 && <ProgressBar label={text.meaning(embedded, documents)} value={embedded} max={documents} />}
      {kept_back > 0 && <Meta>{text.meaningKeptBack(kept_back)}</Meta>}
    </div>
  );
}

const leftIn = ({ documents, embedded, kept_back }: { documents: number; embedded: number; kept_back: number }) =>
  documents - embedded - kept_back;
