import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../../session/session-provider.js";
import type { Department, UserSummary, UsersAnswer } from "./answers.js";

/** Names change seldom, and many places show the same ones. */
const FRESH = 5 * 60_000;

export function useDepartments() {
  const api = useApi();
  return useQuery({
    queryKey: ["departments"],
    queryFn: async ({ signal }) => {
      const call = { path: "/api/manage/departments", signal };
      return (await api.json<{ departments: readonly Department[] }>(call)).departments;
    },
    staleTime: FRESH,
  });
}

/** Names by code, or undefined until they are there. */
export function useDepartmentNames(): ReadonlyMap<string, string> | undefined {
  const { data } = useDepartments();
  return useMemo(() => data && new Map(data.map(({ code, name }) => [code, name])), [data]);
}

export function useGroups() {
  const api = useApi();
  return useQuery({
    queryKey: ["groups"],
    queryFn: async ({ signal }) =>
      (await api.json<{ groups: readonly string[] }>({ path: "/api/manage/groups", signal })).groups,
    staleTime: FRESH,
  });
}

/** People whose number or name holds this text, the first of them. */
export function usePeople(query: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["people", query],
    enabled: query !== "",
    queryFn: ({ signal }) => api.json<UsersAnswer>({ path: "/api/manage/users", query: { query, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  });
}

/** @returns the person; null: there is nobody with this number; undefined: that is not known (yet) */
export function usePerson(user_id: string | null): UserSummary | null | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["person", user_id],
    enabled: user_id !== null,
    queryFn: ({ signal }) =>
      api.json<UsersAnswer>({ path: "/api/manage/users", query: { query: user_id, limit: 200 }, signal }),
    staleTime: FRESH,
  });
  if (!data) return undefined;
  const found = data.users.find((user) => user.user_id === user_id);
  // The list is one of everything that holds this text: only a whole list tells that somebody is not in it.
  return found ?? (data.next_cursor === null ? null : undefined);
}
