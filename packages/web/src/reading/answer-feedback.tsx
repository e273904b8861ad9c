import { ANSWER_FAULTS } from "@retrieval/api/client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { useApi } from "../session/session-provider.js";
import { Button } from "../ui/button.js";
import { Row } from "../ui/layout.js";
import styles from "./answer.module.css";
import { messages } from "./messages.js";

type Fault = (typeof ANSWER_FAULTS)[number];

/** Whether the answer helped; if not, why. The question is not sent with it. */
export function AnswerFeedback({ answerId: answer_id }: { answerId: string }) {
  const text = useMessages(messages);
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isSuccess } = useMutation({
    mutationFn: (judgement: { good: boolean; reason: Fault | null }) =>
      api.client.judgeAnswer({ body: { answer_id, ...judgement } }),
  });
  // Each step removes the pressed button, and the browser would move the focus to the beginning of the page.
  const place = useRef<HTMLFieldSetElement>(null);
  const keepFocus = () => place.current?.focus({ preventScroll: true });
  const judge = (judgement: { good: boolean; reason: Fault | null }) => {
    keepFocus();
    mutate(judgement);
  };
  return (
    <Row as="fieldset" gap={1} align="center" ref={place} tabIndex={-1} className={styles.feedback}>
      {isAsking && !isSuccess && <legend>{text.whatIsWrong}</legend>}
      <span role="status">{isSuccess && text.thanks}</span>
      {!isSuccess &&
        isAsking &&
        ANSWER_FAULTS.map((reason) => (
          <Button key={reason} small look="quiet" onPress={() => judge({ good: false, reason })}>
            {text.faults[reason]}
          </Button>
        ))}
      {!isSuccess && !isAsking && (
        <>
          <Button small look="quiet" aria-label={text.helpful} onPress={() => judge({ good: true, reason: null })}>
            <Thumb />
          </Button>
          <Button
            small
            look="quiet"
            aria-label={text.notHelpful}
            onPress={() => {
              keepFocus();
              setAsking(true);
            }}
          >
            <Thumb isDown />
          </Button>
        </>
      )}
    </Row>
  );
}

function Thumb({ isDown = false }: { isDown?: boolean }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className={isDown ? styles.down : styles.up}>
      <path d="M3.5 9h3v8h-3zM9 16.5c.6.3 1.2.5 2 .5h3.6c.8 0 1.5-.5 1.7-1.3l1.1-4.5A1.8 1.8 0 0 0 15.7 9H12l.5-3.6c.1-1.2-.7-2.4-2-2.4L9 9z" />
    </svg>
  );
}
