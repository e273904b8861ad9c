import { useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Button } from "../../ui/button.js";
import { Meta, Panel } from "../../ui/layout.js";
import { Refused } from "../../ui/refused.js";
import { TextField } from "../../ui/text-field.js";
import { messages } from "./messages.js";
import styles from "./vocabulary.module.css";

const QUESTION_MAX = 1_000;

/** Shows the words that a question is also searched for. */
export function TryIt() {
  const text = useMessages(messages);
  const [typed, setTyped] = useState("");
  const [question, setQuestion] = useState("");
  const { data, error, isFetching } = useAnswer(
    "searchChunks",
    { body: { query: question, limit: 1 } },
    { enabled: question !== "" },
  );
  return (
    <Panel gap={3} compact aria-label={text.tryTitle}>
      <form
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault();
          setQuestion(typed.trim());
        }}
      >
        <TextField
          label={text.tryField}
          value={typed}
          onChange={setTyped}
          maxLength={QUESTION_MAX}
          autoComplete="off"
        />
        <Button type="submit" isPending={isFetching}>
          {text.tryButton}
        </Button>
      </form>
      <div role="status" className={styles.tried}>
        {data && (
          <>
            {data.corrected.map(({ written, read_as }) => (
              <p key={written}>{text.triedCorrected(isolate(written), isolate(read_as))}</p>
            ))}
            {data.widened.length === 0 ? (
              <p>{text.triedNothing}</p>
            ) : (
              <dl aria-label={text.tried}>
                {data.widened.map(({ said, also }) => (
                  <div key={said}>
                    <dt>{isolate(said)}</dt>
                    <dd>{text.words(also.map(isolate))}</dd>
                  </div>
                ))}
              </dl>
            )}
            <Meta>{text.triedText}</Meta>
          </>
        )}
      </div>
      <Refused error={error} />
    </Panel>
  );
}
