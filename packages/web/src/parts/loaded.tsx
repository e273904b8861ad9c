import type { ErrorCode } from "@retrieval/core/errors";
import type { ReactNode } from "react";
import { isRefusal } from "../api/errors.js";
import { useMessages } from "../i18n/i18n.js";
import { messages } from "../ui/messages.js";
import { Refused } from "../ui/refused.js";
import { Skeleton } from "../ui/state.js";

export interface LoadedProps<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown };
  /** How high the placeholder is. */
  readonly lines?: number;
  /** In place of "Loading…". */
  readonly label?: string;
  /** The refusal that says that there is nothing to show, and what stands in its place. */
  readonly absent?: ErrorCode;
  readonly instead?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** An answer in each of its states: loading, absent, there, and failed with a way to try again. */
export function Loaded<Data>({ query, lines = 3, label, absent, instead, children }: LoadedProps<Data>) {
  const { loading, failed } = useMessages(messages);
  const { data, error, refetch } = query;
  if (absent && isRefusal(error, absent)) return instead;
  return (
    <>
      {data === undefined ? !error && <Skeleton lines={lines} label={label ?? loading} /> : children(data)}
      <Refused error={error} title={failed} onRetry={() => void refetch()} />
    </>
  );
}
