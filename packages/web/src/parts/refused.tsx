import type { ReactNode } from "react";
import { useErrorText } from "../ui/failure.js";
import { Notice } from "../ui/notice.js";

interface RefusedProps {
  readonly error: unknown;
  readonly title?: ReactNode;
  /** In place of the error's own text. */
  readonly children?: ReactNode;
}

/** Why a call of the user failed; nothing while it has not. */
export function Refused({ error, title, children }: RefusedProps) {
  const errorText = useErrorText();
  if (!error) return null;
  return (
    <Notice tone="bad" announced title={title}>
      {children || errorText(error)}
    </Notice>
  );
}
