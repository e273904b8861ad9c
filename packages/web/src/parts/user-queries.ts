import type { CallOf, JsonOf } from "@retrieval/api/client";
import type { Role } from "@retrieval/core";
import type { UserSummary } from "@retrieval/core/users";
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { answerOf, keyOf, pagesOf } from "../api/query-options.js";
import { useApi } from "../session/session-provider.js";

export type { Role } from "@retrieval/core";
export type UserDetails = JsonOf<"readUser">;
export type UserChange = CallOf<"changeUser">["body"];
export type UserChangePreview = JsonOf<"previewUserChange">;
export type { UserSummary } from "@retrieval/core/users";

/** Which users are listed; empty and false: all. */
export interface UserFilter {
  readonly query: string;
  readonly without_department_code: boolean;
}

/** Refetches every list of users, every single user, and the departments and groups that users have. */
export async function refetchUsers(queries: QueryClient): Promise<void> {
  const keys = [keyOf("listUsers"), keyOf("readUser"), keyOf("listGroups"), keyOf("readReach")];
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

export function useUsers(filter: UserFilter) {
  const api = useApi();
  const { query, without_department_code } = filter;
  const call = { query: query || undefined, without_department_code: without_department_code || undefined };
  return useInfiniteQuery({ ...pagesOf(api, "listUsers", call), placeholderData: keepPreviousData });
}

export function useUserDetails(user_id: string) {
  const api = useApi();
  return useQuery(answerOf(api, "readUser", { user_id }));
}

/** Changes one user; what is not named stays as it is. */
export function useChangeUser({ user_id }: Pick<UserSummary, "user_id">) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: UserChange) => (await api.client.changeUser({ user_id, body: change })).body,
    onSettled: () => refetchUsers(queries),
  });
}

/** Ends all sessions and access tokens of a user. */
export function useSignOutUser({ user_id }: UserSummary) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.client.signOutUser({ user_id }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf("listTokensOfUser") }),
  });
}

export interface NewUser {
  readonly user_id: string;
  readonly display_name: string;
  readonly email: string;
  readonly role: Role;
  readonly department_code: string;
}

/** The result of adding a user: added, already registered, or refused. */
type Added = "added" | "taken" | { readonly refused: string };

/** Imports one user without updating, because a synchronisation record would change an existing user. */
export function useAddUser() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ email, department_code, ...user }: NewUser): Promise<Added> {
      const entry = { ...user, ...(email && { email }), ...(department_code && { department_code }) };
      const { body } = await api.client.importUsers({
        body: { users: [entry], update_existing: false },
      });
      const [refused] = body.errors;
      if (refused) return { refused: refused.error };
      return body.created === 1 ? "added" : "taken";
    },
    onSettled: () => refetchUsers(queries),
  });
}

/** What a user could read at a moment. The question itself is recorded, so it is asked once and its answer kept. */
export function useReadable(user_id: string, at: string) {
  const api = useApi();
  return useQuery({ ...answerOf(api, "couldRead", { user_id, at }), staleTime: Number.POSITIVE_INFINITY });
}
