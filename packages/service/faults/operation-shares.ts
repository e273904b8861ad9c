import type { SentRequest } from "./broken-in-one-place.js";

/** Counts of an operation's requests and answers. */
export class Share {
  requests = 0;
  good = 0;
  /** Good requests answered with 2xx. */
  done = 0;
  milliseconds = 0;
  readonly statuses = new Map<number, number>();

  add({ kind }: SentRequest, status: number, milliseconds: number): void {
    this.requests += 1;
    if (kind === "valid") this.good += 1;
    if (kind === "valid" && status < 300) this.done += 1;
    this.milliseconds += milliseconds;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

export function tableOf(shares: ReadonlyMap<string, Share>): string {
  const rows = [...shares].map(([id, { requests, good, done, milliseconds, statuses }]) => [
    id.padEnd(24),
    ...[requests, good, done].map((count) => String(count).padStart(7)),
    (milliseconds / requests).toFixed(1).padStart(7),
    `  ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", ")}`,
  ]);
  const head = [
    "operation".padEnd(24),
    ...["asked", "good", "2xx", "ms"].map((name) => name.padStart(7)),
    "  statuses",
  ];
  return [head, ...rows].map((row) => row.join("")).join("\n");
}
