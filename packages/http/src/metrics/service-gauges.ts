import { Counter, Gauge } from "prom-client";
import { IndexGauges, type Named } from "./index-gauges.js";
import type { ServiceFigures } from "./service-figures.js";

/** What is read at the moment of a scrape. What is not known then is left out, for an old figure would be a wrong one. */
export class ServiceGauges {
  readonly #databaseUp: Gauge;
  readonly #pool: Readonly<Record<keyof ServiceFigures["pool"], Gauge>>;
  readonly #waitingForTurn: Gauge;
  readonly #jobs: Gauge;
  readonly #waits: Gauge;
  readonly #overdue: Gauge;
  readonly #atHand: Gauge;
  readonly #auditWaiting: Gauge;
  readonly #auditLost: Counter;
  readonly #index: IndexGauges;
  readonly #embedded: Gauge;
  readonly #toEmbed: Gauge;
  readonly #keptBack: Gauge;
  readonly #limitsShared: Gauge;
  #lost = 0;

  constructor(named: Named) {
    const gauge = (name: string, help: string, more = {}) => new Gauge({ ...named(name, help), ...more });
    this.#databaseUp = gauge(
      "database_up",
      "1 while the database answers in time; with 0 there are no figures of jobs.",
    );
    this.#pool = {
      open: gauge("database_pool_connections", "Connections to the database."),
      idle: gauge("database_pool_idle_connections", "Connections to the database that are not in use."),
      waiting: gauge("database_pool_waiting_requests", "Work that waits for a connection to the database."),
      max: gauge("database_pool_max_connections", "How many connections there may be: DATABASE_POOL_SIZE."),
    };
    this.#waitingForTurn = gauge(
      "http_requests_waiting_for_turn",
      "Requests that wait because their senders have as many at work as each may have, or all places are taken.",
    );
    this.#jobs = gauge("jobs", "Jobs of all instances; done and failed are those of the last 24 hours.", {
      labelNames: ["state"],
    });
    this.#waits = gauge(
      "jobs_oldest_queued_seconds",
      "How long the job that waits longest has waited since a worker could have taken it.",
    );
    this.#overdue = gauge(
      "jobs_lease_overdue_seconds",
      "How long ago the oldest lease of a running job ran out without another instance taking the job over.",
    );
    this.#atHand = gauge(
      "job_at_hand_seconds",
      "How long this instance has been at the job that takes it longest; 0 without one.",
    );
    this.#auditWaiting = gauge(
      "audit_waiting_entries",
      "Sign-ins, answers, judgements and refused calls that wait to be written to the audit log.",
    );
    this.#auditLost = new Counter(
      named(
        "audit_lost_entries_total",
        "Sign-ins, answers, judgements and sums of refused calls that could not be written to the audit log.",
      ),
    );
    this.#index = new IndexGauges(named);
    this.#embedded = gauge("embedded_documents", "Documents that can be found by meaning; 0 where that is off.");
    this.#toEmbed = gauge("documents_to_embed", "Documents whose vectors are still to be made.");
    this.#keptBack = gauge(
      "documents_kept_back",
      "Documents that get no vectors, because they are not open to every user and the model is outside the network.",
    );
    this.#limitsShared = gauge(
      "rate_limits_shared",
      "1 while Redis counts the rate limits for all instances, 0 while each counts for itself; absent without REDIS_URL.",
      { labelNames: ["store"] },
    );
  }

  set({ pool, waitingForTurn, jobs, jobAtHand, audit, index, embeddings, limitsShared }: ServiceFigures): void {
    this.#databaseUp.set(jobs === null ? 0 : 1);
    this.#pool.open.set(pool.open);
    this.#pool.idle.set(pool.idle);
    this.#pool.waiting.set(pool.waiting);
    this.#pool.max.set(pool.max);
    this.#waitingForTurn.set(waitingForTurn);
    this.#jobs.reset();
    // To reset a gauge without labels sets it to a 0 that was never measured.
    for (const gauge of [this.#waits, this.#overdue]) gauge.remove();
    if (jobs !== null) {
      const { longest_wait, longest_overdue, ...states } = jobs;
      for (const [state, count] of Object.entries(states)) this.#jobs.set({ state }, count);
      this.#waits.set(longest_wait);
      this.#overdue.set(longest_overdue);
    }
    this.#atHand.set(jobAtHand);
    this.#auditWaiting.set(audit.waiting);
    this.#auditLost.inc(audit.lost - this.#lost);
    this.#lost = audit.lost;
    this.#index.set(index);
    const { documents, embedded, kept_back } = embeddings ?? { documents: 0, embedded: 0, kept_back: 0 };
    this.#embedded.set(embedded);
    this.#toEmbed.set(documents - embedded - kept_back);
    this.#keptBack.set(kept_back);
    // A gauge without labels would begin with such a 0.
    if (limitsShared !== null) this.#limitsShared.set({ store: "redis" }, limitsShared ? 1 : 0);
  }
}
