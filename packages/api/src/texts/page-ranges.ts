/** 1, 2, 3, 7 as the runs 1 to 3 and 7. */
export function pageRanges(pages: readonly number[], to: string, separator: string): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}${to}${last}`)).join(separator);
}
