import { useEffect, useState, useSyncExternalStore } from "react";
import type { Wait, Waiting } from "../api/waiting.js";
import { useFormat, useMessages } from "../i18n/i18n.js";
import { Button } from "./button.js";
import { messages } from "./messages.js";
import { VisuallyHidden } from "./state.js";
import styles from "./waiting-banner.module.css";

/** The countdown of calls that wait for a busy service. */
export function WaitingBanner({ waiting }: { waiting: Waiting }) {
  const wait = useSyncExternalStore(waiting.subscribe, waiting.shown);
  return wait && <Countdown key={wait.until} wait={wait} onTryNow={() => waiting.tryNow()} />;
}

function Countdown({ wait, onTryNow }: { wait: Wait; onTryNow: () => void }) {
  const text = useMessages(messages);
  const { number } = useFormat();
  const [first] = useState(() => secondsUntil(wait.until));
  const [left, setLeft] = useState(() => secondsUntil(wait.until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(wait.until)), 250);
    return () => clearInterval(timer);
  }, [wait.until]);
  const sentence = wait.why === "busy" ? text.busy : text.unreachable;
  return (
    <aside className={styles.banner} aria-label={text.waiting}>
      {/* Announced once, not every second. */}
      <span role="status">
        <VisuallyHidden>{sentence(number(first))}</VisuallyHidden>
      </span>
      <span aria-hidden>{left > 0 ? sentence(number(left)) : text.trying}</span>
      <Button small onPress={onTryNow}>
        {text.tryNow}
      </Button>
    </aside>
  );
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
