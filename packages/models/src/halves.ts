import { isModelFailure, type ModelFailure } from "@retrieval/core/ports";

/**
 * Asks for all items at once, and if the server calls them too long, for each half of them in turn, down to one: its
 * limit can be the number of items, their length together, or the length of each.
 *
 * @returns the answers in the order of the items; `too_long` has the index of the item that is too long alone
 */
export async function askByHalves<Item, Answer>(
  items: readonly Item[],
  ask: (items: readonly Item[]) => Promise<readonly Answer[] | ModelFailure>,
  first = 0,
): Promise<readonly Answer[] | ModelFailure> {
  const outcome = await ask(items);
  if (!isModelFailure(outcome) || outcome.failed !== "too_long") return outcome;
  if (items.length === 1) return { ...outcome, index: first };
  const middle = Math.ceil(items.length / 2);
  const before = await askByHalves(items.slice(0, middle), ask, first);
  if (isModelFailure(before)) return before;
  const after = await askByHalves(items.slice(middle), ask, first + middle);
  return isModelFailure(after) ? after : [...before, ...after];
}
