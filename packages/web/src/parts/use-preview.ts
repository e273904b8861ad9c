import type { CallOf, OperationId } from "@retrieval/api/client";
import { keepPreviousData } from "@tanstack/react-query";
import { useDebounced } from "../ui/use-debounced.js";
import { useAnswer } from "./use-answer.js";

/** How long a change must stay as it is before its preview is requested, in milliseconds. */
const PAUSE = 300;

/** The effects of a change that is not saved yet. While a new change waits for its preview, the one before is shown. */
export function usePreview<Id extends OperationId>(id: Id, call: CallOf<Id>) {
  const change = JSON.stringify(call);
  const debounced = useDebounced(change, PAUSE);
  const { data, error, isPlaceholderData, isFetching, refetch } = useAnswer(id, JSON.parse(debounced), {
    placeholderData: keepPreviousData,
    // Users and rules may change before the next look.
    gcTime: 0,
  });
  const isAsked = debounced === change;
  return {
    data,
    error: isAsked ? error : null,
    isBusy: !isAsked || isPlaceholderData || isFetching,
    refetch,
  };
}
