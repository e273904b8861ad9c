import type { UserSummary } from "@retrieval/core/users";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isRefusal } from "../api/errors.js";
import { answerOf } from "../api/query-options.js";
import { useApi } from "../session/session-provider.js";

/** Names rarely change, and many places show the same ones. */
const FRESH = 5 * 60_000;

export function useDepartments() {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "listDepartments", {}),
    select: ({ items }) => items,
    staleTime: FRESH,
  });
}

/** Names by code; undefined until they have loaded. */
export function useDepartmentNames(): ReadonlyMap<string, string> | undefined {
  const { data } = useDepartments();
  return useMemo(() => data && new Map(data.map(({ code, name }) => [code, name])), [data]);
}

export function useGroups() {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "listGroups", {}),
    select: ({ items }) => items,
    staleTime: FRESH,
  });
}

/** The first users whose number or name contains this text. */
export function useMatchingUsers(query: string) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "listUsers", { query, limit: 20 }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}

/** @returns the user; null: no user has this number; undefined: not known (yet) */
export function useUser(user_id: string, { enabled = true } = {}): UserSummary | null | undefined {
  const api = useApi();
  const { data, error } = useQuery({
    ...answerOf(api, "readUser", { user_id }),
    enabled,
    staleTime: FRESH,
  });
  return isRefusal(error, "USER_NOT_FOUND") ? null : data;
}
