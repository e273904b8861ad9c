import type { BulkImportAnswer } from "@retrieval/api";
import type { Role } from "@retrieval/core";
import type { Problem } from "@retrieval/core/problems";
import type { SynchronisationAnswer } from "@retrieval/core/use-cases";
import type { UserSummary } from "@retrieval/core/users";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { path } from "../../api/client.js";
import { keyOf, pagesOf } from "../../api/queries.js";
import { useApi } from "../../session/session-provider.js";

export type { Role } from "@retrieval/core";
export type { UserSummary } from "@retrieval/core/users";

/** Which people are listed; empty and false: all. */
export interface PeopleFilter {
  readonly query: string;
  readonly without_department_code: boolean;
}

interface PeopleAnswer {
  readonly users: readonly UserSummary[];
  readonly next_cursor: string | null;
}

const USERS = "/api/manage/users";
/** Every list of people and everything that was read of one. */
export const PEOPLE = keyOf(USERS);

export function usePeople(filter: PeopleFilter) {
  const api = useApi();
  const { query, without_department_code } = filter;
  const call = { path: USERS, query: { query, without_department_code: without_department_code || null } };
  return useInfiniteQuery({ ...pagesOf<PeopleAnswer>(api, call), placeholderData: keepPreviousData });
}

export interface PersonChange {
  readonly role?: Role;
  readonly is_active?: boolean;
}

/** A synchronisation record for one person: it leaves alone what it does not name, but for the name, which it needs. */
export function useChangePerson({ user_id }: UserSummary) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(change: PersonChange) {
      // The portal may have renamed the person since the list was read.
      const { display_name } = await api.json<UserSummary>({ path: path(USERS, user_id) });
      return api.json<SynchronisationAnswer>({
        method: "PUT",
        path: path(USERS, user_id),
        json: { display_name, ...change },
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  });
}

/** Ends all sessions of a person. */
export function useSignOutPerson({ user_id }: UserSummary) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.answer({ method: "POST", path: `${path("/api/manage/users", user_id)}/sign-out` }),
  });
}

export interface NewPerson {
  readonly user_id: string;
  readonly display_name: string;
  readonly email: string;
  readonly role: Role;
  readonly department_code: string;
}

/** What became of somebody new: there now, there before, or refused. */
export type Added = "added" | "taken" | { readonly refused: readonly Problem[] };

/** An import of one, without updating: the synchronisation record would change somebody who exists. */
export function useAddPerson() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ email, department_code, ...person }: NewPerson): Promise<Added> {
      const entry = { ...person, ...(email && { email }), ...(department_code && { department_code }) };
      const { created, errors } = await api.json<BulkImportAnswer>({
        method: "POST",
        path: "/api/manage/users/bulk",
        json: { users: [entry], update_existing: false },
        // The second time the person would be there, added by the first.
        repeatable: false,
      });
      const [refused] = errors;
      if (refused) return { refused: refused.problems };
      return created === 1 ? "added" : "taken";
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PEOPLE }),
  });
}
