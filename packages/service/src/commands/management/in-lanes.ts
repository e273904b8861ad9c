/**
 * Works on so many items at once, and passes on each result in the order of the items. After a failure no further
 * item begins.
 */
export async function inLanes<Item, Result>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item, i: number) => Promise<Result>,
  onResult: (item: Item, result: Result) => void,
): Promise<void> {
  const waiting = [...items.entries()];
  const results = new Map<number, Result>();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const [i, item] = entry;
      results.set(i, await work(item, i));
      for (; results.has(next); next++) onResult(items[next] as Item, results.get(next) as Result);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    waiting.length = 0;
  }
}
