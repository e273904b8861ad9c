import { useAnswer } from "../../parts/use-answer.js";
import type { Kind } from "./addresses.js";

/** A department or group with its counts; `name` is for departments of the master. */
export interface Audience {
  readonly key: string;
  readonly name: string | null;
  readonly users: number;
  readonly documents: number;
}

/** All departments or groups. One answer has both, and the pages filter it. */
export const useAudiences = (kind: Kind) =>
  useAnswer(
    "readReach",
    {},
    {
      select: ({ departments, groups }): readonly Audience[] =>
        kind === "departments"
          ? departments.map(({ code, ...rest }) => ({ key: code, ...rest }))
          : groups.map(({ group, ...rest }) => ({ key: group, name: null, ...rest })),
    },
  );
