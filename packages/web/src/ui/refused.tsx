import { ConnectionError, RefusalError } from "@retrieval/api/client";
import type { ReactNode } from "react";
import { SessionChangedError } from "../api/errors.js";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "./button.js";
import { messages } from "./messages.js";
import { Notice } from "./notice.js";

interface RefusedProps {
  readonly error: unknown;
  readonly title?: ReactNode;
  /** In place of the error's own text. */
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
}

/** Why a call failed, in the service's own sentence; nothing while it has not. */
export function Refused({ error, title, children, onRetry }: RefusedProps) {
  const text = useMessages(messages);
  if (!error) return null;
  const retry = onRetry && (
    <Button small onPress={onRetry}>
      {text.tryAgain}
    </Button>
  );
  return (
    <Notice tone="bad" announced title={title} actions={retry}>
      {children || textOf(error, text)}
    </Notice>
  );
}

function textOf(error: unknown, { noAnswer, sessionChanged, failed }: (typeof messages)["en"]): string {
  if (error instanceof RefusalError) return error.message;
  if (error instanceof ConnectionError) return error.status === null ? noAnswer : `HTTP ${error.status}`;
  return error instanceof SessionChangedError ? sessionChanged : failed;
}
