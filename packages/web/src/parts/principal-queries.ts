import type { UserSummary } from "@retrieval/core/users";
import { useMemo } from "react";
import { isRefusal } from "../api/errors.js";
import { useAnswer } from "./use-answer.js";

/** Names rarely change, and many places show the same ones; in milliseconds. */
export const FRESH = 5 * 60_000;

export const useDepartments = () =>
  useAnswer("listDepartments", {}, { select: ({ items }) => items, staleTime: FRESH });

/** Names by code; undefined until they have loaded. */
export function useDepartmentNames(): ReadonlyMap<string, string> | undefined {
  const { data } = useDepartments();
  return useMemo(() => data && new Map(data.map(({ code, name }) => [code, name])), [data]);
}

/** @returns the user; null: no user has this number; undefined: not known (yet) */
export function useUser(user_id: string, { enabled = true } = {}): UserSummary | null | undefined {
  const { data, error } = useAnswer("readUser", { user_id }, { enabled, staleTime: FRESH });
  return isRefusal(error, "USER_NOT_FOUND") ? null : data;
}
