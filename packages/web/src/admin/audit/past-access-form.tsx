import { useLocation } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { auditAddress, type PastQuestion } from "./addresses.js";
import styles from "./audit-page.module.css";
import { localOf, momentOf } from "./local-moment.js";
import { messages } from "./messages.js";
import { MomentField } from "./moment-field.js";
import { DocumentField, UserField } from "./picked-field.js";
import { useFollowing } from "./use-following.js";

interface PastAccessFormProps {
  readonly question: PastQuestion;
  readonly subject: "document_id" | "user_id";
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The subject of a question and its moment. Submitting puts both into the address. */
export function PastAccessForm({ question, subject, id, at }: PastAccessFormProps) {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [picked, setPicked] = useFollowing(id);
  const [local, setLocal] = useFollowing(localOf(at, "seconds"));
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser in use knows <search>
    <form
      role="search"
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(auditAddress(question, { [subject]: picked, at: momentOf(local, "seconds", "ends") ?? "" }));
      }}
    >
      {subject === "user_id" ? (
        <UserField value={picked} onChange={setPicked} />
      ) : (
        <DocumentField value={picked} onChange={setPicked} />
      )}
      <MomentField
        label={text.at}
        description={text.atHint(zone)}
        precision="seconds"
        value={local}
        onChange={setLocal}
        isRequired
      />
      <div className={styles.submit}>
        <Button type="submit" look="primary">
          {text.ask}
        </Button>
      </div>
    </form>
  );
}
