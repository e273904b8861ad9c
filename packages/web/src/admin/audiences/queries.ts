import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf, pagesOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";
import type { Kind } from "./addresses.js";

/** A department or group with its counts; `name` is for departments of the master. */
export interface Audience {
  readonly key: string;
  readonly name: string | null;
  readonly users: number;
  readonly documents: number;
}

/** All departments or groups. One answer has both, and the pages filter it. */
export function useAudiences(kind: Kind) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "readReach", {}),
    select: ({ departments, groups }): readonly Audience[] =>
      kind === "departments"
        ? departments.map(({ code, ...rest }) => ({ key: code, ...rest }))
        : groups.map(({ group, ...rest }) => ({ key: group, name: null, ...rest })),
  });
}

/** The documents whose rule names it. */
export function useNamingDocuments(kind: Kind, key: string) {
  const api = useApi();
  const filter = kind === "departments" ? { allowed_department_code: key } : { allowed_group: key };
  return useInfiniteQuery(pagesOf(api, "listDocuments", filter));
}
