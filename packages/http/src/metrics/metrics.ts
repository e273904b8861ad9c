import { STATUS } from "@retrieval/api";
import type { ErrorCode } from "@retrieval/core/errors";
import { ANSWER_OUTCOMES, MODEL_USES } from "@retrieval/core/limits";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { FIGURES, type Figures, LABELS, showFigure } from "./figures.js";

const PREFIX = "retrieval_";
/** In milliseconds. The default of 10 takes a third of the processor time of an idle service. */
const LAG_EVERY = 50;
/** In seconds: a look-up takes milliseconds, a search tens of them, an upload of 50 MiB up to minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What core's list of checks may refuse a signed request with. */
const SIGN_IN_REFUSALS = ["INVALID_REQUEST", "INVALID_SIGNATURE", "EXPIRED_TIMESTAMP", "USER_NOT_FOUND"] as const;

/**
 * The events that are counted: the counter's name, its help, and the values of each label. No label names a person, a
 * document, an address or a secret, nor has a text of a client.
 */
const EVENTS = {
  refused: [
    "http_refusals_total",
    "Answers with an error, by its code.",
    { code: Object.keys(STATUS) as readonly ErrorCode[] },
  ],
  "sign-in": [
    "sign_ins_total",
    "Signed requests judged: accepted, or the code of what was wrong with them.",
    { result: ["accepted", ...SIGN_IN_REFUSALS] as readonly ("accepted" | ErrorCode)[] },
  ],
  limited: [
    "rate_limited_total",
    "Requests refused because of a limit, by limit.",
    {
      limit: [
        ...(["reads", "sign_in_failures", "requests_in_flight"] as const),
        ...(["reader_queue", "unknown_tokens", "search_time"] as const),
      ],
    },
  ],
  answered: [
    "answers_total",
    "Questions answered, by outcome and by whether a model chose the answer.",
    { outcome: ANSWER_OUTCOMES, model: MODEL_USES },
  ],
  "model-called": [
    "model_calls_total",
    "Calls to models, by what they do and how they ended.",
    { model: ["embedder", "reranker", "rewriter", "chooser"], outcome: ["used", "failed", "late"] },
  ],
  "answer-judged": ["answer_judgements_total", "Answers that readers judged.", { good: ["true", "false"] }],
  "secret-used": [
    "secret_uses_total",
    "Good signatures and tokens, by the secret that was used.",
    { purpose: ["signed_request", "session_token"], secret: ["current", "previous"] },
  ],
  "access-mismatched": [
    "access_mismatches_total",
    "Rows that the database let through and the access rule forbids; dropped.",
    {},
  ],
} as const;

type Event = keyof typeof EVENTS;
type Values<E extends Event> = (typeof EVENTS)[E][2];
type Labels<E extends Event> = {
  readonly [L in keyof Values<E>]: Values<E>[L] extends readonly (infer Value)[] ? Value : never;
};

/** The limits of how often and how many requests are allowed. */
export type LimitName = Labels<"limited">["limit"];

/** One request with its answer; each field has few values. */
interface MeteredRequest {
  readonly method: string;
  /** The pattern of a route, `/api/documents/:document_id/outline`, or `other`. */
  readonly route: string;
  /** As a number in text, or `aborted`: the client went away before the whole answer was sent. */
  readonly status: string;
}

export interface MetricsDeps {
  readonly version: string;
  /** Seconds on a clock that only goes forward. */
  readonly stopwatch: () => number;
  /** Asked at each scrape; MUST answer in bounded time and MUST NOT reject. */
  readonly figures: () => Promise<Figures>;
}

/** Counts what the service does, for monitoring. Every counter begins at 0, so that the first event is an increase. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #durations = new Histogram({
    ...this.#named("http_request_duration_seconds", "Requests and how long their answers took, until sent whole."),
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
  });
  readonly #inFlight = new Gauge(this.#named("http_requests_in_flight", "Requests whose answers are not sent yet."));
  readonly #events = new Map<Event, Counter>();
  readonly #figures = (Object.keys(FIGURES) as (keyof Figures)[]).map((name) => {
    const Kind = name.endsWith("_total") ? Counter : Gauge;
    const { [name]: label } = LABELS;
    const metric = new Kind({ ...this.#named(name, FIGURES[name]), labelNames: label ? [label] : [] });
    return { name, label: label ?? "", metric };
  });

  constructor(private readonly deps: MetricsDeps) {
    new Gauge({ ...this.#named("build_info", "1; the labels say what runs."), labelNames: ["version"] }).set(
      { version: deps.version },
      1,
    );
    for (const [event, [name, help, values]] of Object.entries(EVENTS)) {
      const counter = new Counter({ ...this.#named(name, help), labelNames: Object.keys(values) });
      for (const labels of everyLabelling(Object.entries(values))) counter.inc(labels, 0);
      this.#events.set(event as Event, counter);
    }
    collectDefaultMetrics({ register: this.#registry, prefix: PREFIX, eventLoopMonitoringPrecision: LAG_EVERY });
  }

  count<E extends Event>(event: E, labels: Labels<E>): void {
    this.#events.get(event)?.inc(labels);
  }

  /** @returns the moment, for {@link requestEnded} */
  requestBegan(): number {
    this.#inFlight.inc();
    return this.deps.stopwatch();
  }

  requestEnded({ method, route, status }: MeteredRequest, began: number): void {
    this.#inFlight.dec();
    this.#durations.observe({ method, route, status }, this.deps.stopwatch() - began);
  }

  /** Everything counted, as Prometheus reads it, in bounded time also while the database is away. */
  async exposition(): Promise<{ mediaType: string; text: string }> {
    const figures = await this.deps.figures();
    for (const { name, label, metric } of this.#figures) showFigure(metric, label, figures[name]);
    return { mediaType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #named(name: string, help: string) {
    return { name: PREFIX + name, help, registers: [this.#registry] };
  }
}

/** Each combination of the labels' values. */
function everyLabelling(labels: readonly (readonly [name: string, values: readonly string[]])[]) {
  return labels.reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((known) => values.map((value) => ({ ...known, [name]: value }))),
    [{}],
  );
}
