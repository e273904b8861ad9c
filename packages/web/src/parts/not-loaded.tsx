import { useMessages } from "../i18n/i18n.js";
import { Failure } from "../ui/failure.js";
import { messages } from "../ui/messages.js";
import { Skeleton } from "../ui/state.js";

interface NotLoadedProps {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  /** How high the placeholder is. */
  readonly lines?: number;
  /** In place of "Loading…". */
  readonly label?: string;
}

/** Stands where a query has no answer yet: a placeholder, or why it failed with a way to try again. */
export function NotLoaded({ query: { error, refetch }, lines = 3, label }: NotLoadedProps) {
  const { loading } = useMessages(messages);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return <Skeleton lines={lines} label={label ?? loading} />;
}
