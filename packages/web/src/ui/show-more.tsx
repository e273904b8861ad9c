import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "./button.js";
import { Failure } from "./failure.js";
import { messages } from "./messages.js";
import styles from "./show-more.module.css";

interface ShowMoreProps {
  readonly list: Pick<
    UseInfiniteQueryResult,
    "data" | "error" | "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage" | "refetch"
  >;
}

/** The end of a list: loads the next page if there is one, and says why the last attempt failed. */
export function ShowMore({ list }: ShowMoreProps) {
  const { more } = useMessages(messages);
  if (list.data && list.error)
    return (
      <Failure
        error={list.error}
        onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
      />
    );
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
        {more}
      </Button>
    </div>
  );
}
