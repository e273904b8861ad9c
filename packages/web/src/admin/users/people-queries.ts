import type { Role } from "@retrieval/core";
import type { Problem } from "@retrieval/core/problems";
import type { UserSummary } from "@retrieval/core/users";
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { keyOf, pagesOf } from "../../api/queries.js";
import { useApi } from "../../session/session-provider.js";

export type { Role } from "@retrieval/core";
export type { UserSummary } from "@retrieval/core/users";

/** Which people are listed; empty and false: all. */
export interface PeopleFilter {
  readonly query: string;
  readonly without_department_code: boolean;
}

/** Reads every list of people, and everyone in it, again. */
export async function refetchPeople(queries: QueryClient): Promise<void> {
  await Promise.all([keyOf("listUsers"), keyOf("readUser")].map((queryKey) => queries.invalidateQueries({ queryKey })));
}

export function usePeople(filter: PeopleFilter) {
  const api = useApi();
  const { query, without_department_code } = filter;
  const call = { query: query || undefined, without_department_code: without_department_code || undefined };
  return useInfiniteQuery({ ...pagesOf(api, "listUsers", call), placeholderData: keepPreviousData });
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
      const { display_name } = (await api.client.readUser({ user_id })).body;
      return (await api.client.synchroniseUser({ user_id, body: { display_name, ...change } })).body;
    },
    onSettled: () => refetchPeople(queries),
  });
}

/** Ends all sessions of a person. */
export function useSignOutPerson({ user_id }: UserSummary) {
  const api = useApi();
  return useMutation({ mutationFn: () => api.client.signOutUser({ user_id }) });
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
      const { body } = await api.client.importUsers({
        body: { users: [entry], update_existing: false },
        // The second time the person would be there, added by the first.
        repeatable: false,
      });
      const [refused] = body.errors;
      if (refused) return { refused: refused.problems };
      return body.created === 1 ? "added" : "taken";
    },
    onSettled: () => refetchPeople(queries),
  });
}
