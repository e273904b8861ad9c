import type { ReactNode } from "react";
import { useRefusalText } from "../admin/problem-texts.js";
import { Notice } from "../ui/notice.js";

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
