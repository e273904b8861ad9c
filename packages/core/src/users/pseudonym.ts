/** What an erased user is called in the log: random, so that it tells nothing of the user_id. */
const PSEUDONYM = /^erased-[0-9a-f]{20}$/;

/** Makes the pseudonym of one user from a fresh random UUID (version 4). */
export function pseudonymFrom(uuid: string): string {
  return `erased-${uuid.replaceAll("-", "").slice(-20)}`;
}

/** Whether this is not an employee number but the pseudonym of an erased user. No request can give it to a user. */
export function isPseudonym(user_id: string): boolean {
  return PSEUDONYM.test(user_id);
}
