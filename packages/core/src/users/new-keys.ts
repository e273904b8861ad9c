import { lengthOf } from "../text.js";
import type { HashedChange } from "./plan.js";
import type { User } from "./user.js";

// Unicode's Default_Ignorable_Code_Point has the zero-width characters, soft hyphens, fillers, variation selectors and
// bidirectional controls. The anchors of interlinear annotation are as invisible and are not in it.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/u;

/**
 * Why `key` must not become a new user id, department code or group: with an invisible character in it, it looks like
 * another key. Names may have them (葛󠄀 has a variation selector), and keys that exist already go on working.
 *
 * @returns the character by its code point and its place, counted from 1; or null
 */
export function problemWithNewKey(key: string): string | null {
  const found = INVISIBLE.exec(key);
  if (found === null) return null;
  const code = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
  return `must not contain the invisible character U+${code} (character ${lengthOf(key.slice(0, found.index)) + 1})`;
}

const isSuspect = (key: string) => problemWithNewKey(key) !== null;

/** The department code and groups of a change that are refused unless they exist already. */
export function suspectKeys({ department_code, permission_groups = [] }: HashedChange): string[] {
  return [department_code ?? "", ...permission_groups].filter(isSuspect);
}

/**
 * Why a change would create a user id, a department code or a group that looks like another one, or null.
 *
 * @param isKnown whether the department master or any user has this code or group
 */
export function problemWithNewKeys(
  { user_id, department_code, permission_groups = [] }: HashedChange,
  before: User | undefined,
  isKnown: (key: string) => boolean,
): string | null {
  const problem = before === undefined ? problemWithNewKey(user_id) : null;
  if (problem !== null) return `user_id ${problem}`;
  const isNew = (key: string) => isSuspect(key) && !isKnown(key);
  if (typeof department_code === "string" && isNew(department_code)) {
    return `department_code ${problemWithNewKey(department_code)}`;
  }
  const index = permission_groups.findIndex(isNew);
  return index < 0 ? null : `permission_groups[${index}] ${problemWithNewKey(permission_groups[index] as string)}`;
}
