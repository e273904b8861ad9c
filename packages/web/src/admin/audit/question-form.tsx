import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { auditAddress, type Question } from "./addresses.js";
import styles from "./audit-page.module.css";
import { localOf, momentOf } from "./local-moment.js";
import { messages } from "./messages.js";
import { MomentField } from "./moment-field.js";
import { useFollowing } from "./use-following.js";

interface QuestionFormProps {
  readonly question: Question;
  /** The id of the user or document in question, as in the address. */
  readonly about: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly at: string;
  readonly children: ReactNode;
}

/** A question to the audit log: its subject and its moment. Submitting puts both into the address. */
export function QuestionForm({ question, about, at, children }: QuestionFormProps) {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [local, setLocal] = useFollowing(localOf(at, "seconds"));
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser in use knows <search>
    <form
      role="search"
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(auditAddress(question, { ...about, at: momentOf(local, "seconds", "ends") ?? "" }));
      }}
    >
      {children}
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
