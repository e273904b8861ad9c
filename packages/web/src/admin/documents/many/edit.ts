import type { CallOf, JsonOf } from "@retrieval/api/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../../api/query-options.js";
import { useApi } from "../../../session/session-provider.js";
import { useDebounced } from "../../../ui/use-debounced.js";

export type RuleEdit = CallOf<"previewRuleEdit">["body"]["change"];
export type RuleEditPreview = JsonOf<"previewRuleEdit">;

/** Documents by identifier, with their titles. */
export type Picked = ReadonlyMap<string, string>;

/** The changes, in the order in which administrators need them. */
export const EDITS = ["add", "remove", "replace", "open", "close"] as const satisfies readonly RuleEdit["kind"][];

/** How long the change must stay as it is before its preview is requested, in milliseconds. */
const PAUSE = 300;

/** Asks the service for the effects of a change; writes nothing. @param edit null: nothing to ask yet */
export function useEditPreview(document_ids: readonly string[], edit: RuleEdit | null) {
  const api = useApi();
  const [opened] = useState(() => Date.now());
  const asked = useDebounced(JSON.stringify({ document_ids, change: edit }), PAUSE);
  const isAsked = edit !== null && asked === JSON.stringify({ document_ids, change: edit });
  const options = answerOf(api, "previewRuleEdit", { body: JSON.parse(asked) as CallOf<"previewRuleEdit">["body"] });
  const { data, error, isPlaceholderData } = useQuery({
    ...options,
    // Rules and users may have changed since an earlier visit, and after each change.
    queryKey: [...options.queryKey, opened],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return {
    preview: edit === null ? undefined : data,
    error: isAsked ? error : null,
    isBusy: edit !== null && (!isAsked || isPlaceholderData || (!data && !error)),
  };
}
