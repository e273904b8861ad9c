import type { ReactNode } from "react";
import { Notice } from "../ui/notice.js";
import { useRefusalText } from "./problem-texts.js";

/** Why a call of the user failed; nothing while it has not. */
export function Refused({ error, title }: { error: unknown; title?: ReactNode }) {
  const refusalText = useRefusalText();
  if (!error) return null;
  return (
    <Notice tone="bad" announced title={title}>
      {refusalText(error)}
    </Notice>
  );
}
