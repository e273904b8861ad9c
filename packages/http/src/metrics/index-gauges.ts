import type { IndexState } from "@retrieval/core/ports";
import { Counter, Gauge, type Registry } from "prom-client";

export type Named = (
  name: string,
  help: string,
) => { readonly name: string; readonly help: string; readonly registers: Registry[] };

const GAUGES = {
  ready: ["index_ready", "1 while the search index answers, 0 while it is being built."],
  documents: ["index_documents", "Documents in the search index."],
  sections: ["index_sections", "Sections in the search index."],
  chunks: ["index_chunks", "Chunks in the search index."],
  bytes: ["index_bytes", "Memory of the search index, estimated."],
  age_seconds: ["index_age_seconds", "How long ago the search index was last known to have every change."],
  catch_up_seconds: ["index_catch_up_seconds", "How long the last catch-up with changes took."],
  build_seconds: ["index_build_seconds", "How long the last build of the search index took."],
} as const;

const COUNTERS = {
  builds: ["index_builds_total", "Builds of the search index, the first one at the start."],
  searches: ["index_searches_total", "Questions that the search index answered."],
  search_seconds: ["index_search_seconds_total", "Time that the search index took for these answers."],
} as const;

/** The figures of the index of sections. */
export class IndexGauges {
  readonly #gauges: readonly (readonly [keyof typeof GAUGES, Gauge])[];
  readonly #counters: readonly (readonly [keyof typeof COUNTERS, Counter])[];
  readonly #generation: Gauge;
  readonly #counted = { builds: 0, searches: 0, search_seconds: 0 };

  constructor(named: Named) {
    this.#gauges = entriesOf(GAUGES).map(([key, [name, help]]) => [key, new Gauge(named(name, help))]);
    this.#counters = entriesOf(COUNTERS).map(([key, [name, help]]) => [key, new Counter(named(name, help))]);
    this.#generation = new Gauge(
      named("index_generation", "The number of changes that the search index has; 0 before it is built."),
    );
  }

  set(index: IndexState): void {
    for (const [key, gauge] of this.#gauges) gauge.set(Number(index[key]));
    for (const [key, counter] of this.#counters) {
      counter.inc(index[key] - this.#counted[key]);
      this.#counted[key] = index[key];
    }
    this.#generation.set(index.generation?.number ?? 0);
  }
}

const entriesOf = <Key extends string, Value>(table: Readonly<Record<Key, Value>>) =>
  Object.entries(table) as [Key, Value][];
