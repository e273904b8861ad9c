import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "./button.js";
import { messages } from "./messages.js";
import styles from "./show-more.module.css";

interface ShowMoreProps {
  readonly list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}

/** Loads the next page of a list, if there is one. */
export function ShowMore({ list }: ShowMoreProps) {
  const { more } = useMessages(messages);
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
        {more}
      </Button>
    </div>
  );
}
