import type { Counter, Gauge } from "prom-client";

/** The figures of the service's state at the moment of a scrape, with their help. A counter's name ends in `_total`. */
export const FIGURES = {
  database_up: "1 while the database answers in time; with 0 there are no figures of jobs.",
  database_pool_connections: "Connections to the database.",
  database_pool_idle_connections: "Connections to the database that are not in use.",
  database_pool_waiting_requests: "Work that waits for a connection to the database.",
  database_pool_max_connections: "How many connections there may be: DATABASE_POOL_SIZE.",
  http_requests_waiting_for_turn:
    "Requests that wait because their senders have as many at work as each may have, or all places are taken.",
  jobs: "Jobs of all instances; done and failed are those of the last 24 hours.",
  jobs_oldest_queued_seconds: "How long the job that waits longest has waited since a worker could have taken it.",
  jobs_lease_overdue_seconds:
    "How long ago the oldest lease of a running job ran out without another instance taking the job over.",
  job_at_hand_seconds: "How long this instance has been at the job that takes it longest; 0 without one.",
  webhooks_failing_seconds: "How long the webhook that has failed longest has failed, enabled or not; 0 without one.",
  audit_waiting_entries: "Sign-ins, answers, judgements and refused calls that wait to be written to the audit log.",
  audit_lost_entries_total:
    "Sign-ins, answers, judgements and sums of refused calls that could not be written to the audit log.",
  index_ready: "1 while the search index answers, 0 while it is being built.",
  index_documents: "Documents in the search index.",
  index_sections: "Sections in the search index.",
  index_chunks: "Chunks in the search index.",
  index_bytes: "Memory of the search index, estimated.",
  index_age_seconds: "How long ago the search index was last known to have every change.",
  index_catch_up_seconds: "How long the last catch-up with changes took.",
  index_build_seconds: "How long the last build of the search index took.",
  index_generation: "The number of changes that the search index has; 0 before it is built.",
  index_builds_total: "Builds of the search index, the first one at the start.",
  index_searches_total: "Questions that the search index answered.",
  index_search_seconds_total: "Time that the search index took for these answers.",
  embedded_documents: "Documents that can be found by meaning; 0 where that is off.",
  documents_to_embed: "Documents whose vectors are still to be made.",
  documents_kept_back:
    "Documents that get no vectors, because they are not open to every user and the model is outside the network.",
  rate_limits_shared:
    "1 while Redis counts the rate limits for all instances, 0 while each counts for itself; absent without REDIS_URL.",
} as const;

/** The label of a figure that has several values, by their names. */
export const LABELS: { readonly [Name in keyof typeof FIGURES]?: string } = {
  jobs: "state",
  rate_limits_shared: "store",
};

/** null: it is not known now, and is left out, for an old figure would be a wrong one. */
type Value = number | Readonly<Record<string, number>> | null;

export type Figures = Readonly<Record<keyof typeof FIGURES, Value>>;

/** Gives a metric its value of this moment, instead of the one before. */
export function showFigure(metric: Gauge | Counter, label: string, value: Value): void {
  metric.reset();
  // To reset a metric without labels sets it to a 0 that was never measured.
  if (value === null) metric.remove({});
  else if (typeof value === "number") metric.inc(value);
  else for (const [name, number] of Object.entries(value)) metric.inc({ [label]: name }, number);
}
