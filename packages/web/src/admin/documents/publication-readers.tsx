import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Notice } from "../../ui/notice.js";
import { RuleInWords } from "./access/rule-in-words.js";
import type { PublicationPreview } from "./answers.js";
import { messages } from "./messages.js";

/** Who will be able to read a document once its draft is published; null: no draft waits. */
export const useDraftPublication = (document_id: string) =>
  useAnswer(
    "planUploads",
    { body: { documents: [{ document_id, publish: false }] } },
    {
      select: ({ items: [planned] }) => (planned?.draft ? planned.publication : null),
      // Users and rules may change before the next look.
      gcTime: 0,
    },
  );

/** How many of several documents are named. */
const NAMED = 3;

interface PublicationReadersProps {
  readonly preview: PublicationPreview;
  /** Whether the version is published immediately, later by an administrator, or as its file says. */
  readonly when: "atOnce" | "later" | "byFile";
  /** The documents under this rule, if they are to be named. */
  readonly documents?: readonly string[];
}

/** The rule that will be in force, and how many users it will allow to read. */
export function PublicationReaders({ preview, when, documents = [] }: PublicationReadersProps) {
  const { publication } = useMessages(messages);
  const { access_rules, readers } = preview;
  const opens = when === "atOnce" && readers.after > readers.now;
  const one = documents.length < 2;
  return (
    <Notice tone={opens ? "warn" : "info"} title={publication[when](readers.after, one)}>
      {documents.length > 0 && <p>{publication.documents(documents.slice(0, NAMED).map(isolate), documents.length)}</p>}
      <p>
        {publication.rule}
        <RuleInWords rules={access_rules} />
        {publication.ruleEnd}
      </p>
      <p>{publication.now(readers.now, one)}</p>
    </Notice>
  );
}
