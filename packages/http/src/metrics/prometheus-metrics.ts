import { STATUS } from "@retrieval/api";
import type { ErrorCode } from "@retrieval/core/errors";
import { ANSWER_OUTCOMES, MODEL_USES } from "@retrieval/core/limits";
import type { AnswerEnd } from "@retrieval/core/use-cases";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { LimitName, MeteredRequest, Metrics, ModelOutcome, ModelRole, SecretPurpose } from "./metrics.js";
import type { ServiceFigures } from "./service-figures.js";
import { ServiceGauges } from "./service-gauges.js";

const PREFIX = "retrieval_";
/** In seconds: a look-up takes milliseconds, a search tens of them, an upload of 50 MiB up to minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface PrometheusMetricsDeps {
  readonly version: string;
  /** Seconds on a clock that only goes forward. */
  readonly stopwatch: () => number;
  /** Asked at each scrape; MUST answer in bounded time and MUST NOT reject. */
  readonly figures: () => Promise<ServiceFigures>;
}

/** Metrics by prom-client. Every counter with known labels begins at 0, so that the first event is an increase. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #durations = new Histogram({
    ...this.#named("http_request_duration_seconds", "Requests and how long their answers took, until sent whole."),
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
  });
  readonly #inFlight = new Gauge(this.#named("http_requests_in_flight", "Requests whose answers are not sent yet."));
  readonly #refusals = new Counter({
    ...this.#named("http_refusals_total", "Answers with an error, by its code."),
    labelNames: ["code"],
  });
  readonly #signIns = new Counter({
    ...this.#named("sign_ins_total", "Signed requests judged: accepted, or the code of what was wrong with them."),
    labelNames: ["result"],
  });
  readonly #limited = new Counter({
    ...this.#named("rate_limited_total", "Requests refused because of a limit, by limit."),
    labelNames: ["limit"],
  });
  readonly #answers = new Counter({
    ...this.#named("answers_total", "Questions answered, by outcome and by whether a model chose the answer."),
    labelNames: ["outcome", "model"],
  });
  readonly #modelCalls = new Counter({
    ...this.#named("model_calls_total", "Calls to models, by what they do and how they ended."),
    labelNames: ["model", "outcome"],
  });
  readonly #judgements = new Counter({
    ...this.#named("answer_judgements_total", "Answers that readers judged."),
    labelNames: ["good"],
  });
  readonly #secrets = new Counter({
    ...this.#named("secret_uses_total", "Good signatures and tokens, by the secret that was used."),
    labelNames: ["purpose", "secret"],
  });
  readonly #mismatches = new Counter(
    this.#named("access_mismatches_total", "Rows that the database let through and the access rule forbids; dropped."),
  );
  readonly #service: ServiceGauges;
  #open = 0;

  constructor(private readonly deps: PrometheusMetricsDeps) {
    this.#service = new ServiceGauges((name, help) => this.#named(name, help));
    new Gauge({ ...this.#named("build_info", "1; the labels say what runs."), labelNames: ["version"] }).set(
      { version: deps.version },
      1,
    );
    for (const code of Object.keys(STATUS)) this.#refusals.inc({ code }, 0);
    for (const result of ["accepted", ...SIGN_IN_REFUSALS]) this.#signIns.inc({ result }, 0);
    for (const limit of LIMITS) this.#limited.inc({ limit }, 0);
    for (const model of MODELS) for (const outcome of OUTCOMES) this.#modelCalls.inc({ model, outcome }, 0);
    for (const outcome of ANSWER_OUTCOMES) for (const model of MODEL_USES) this.#answers.inc({ outcome, model }, 0);
    for (const good of ["true", "false"]) this.#judgements.inc({ good }, 0);
    for (const purpose of ["signed_request", "session_token"])
      for (const secret of ["current", "previous"]) this.#secrets.inc({ purpose, secret }, 0);
    collectDefaultMetrics({ register: this.#registry, prefix: PREFIX });
  }

  requestBegan(): number {
    this.#open += 1;
    return this.deps.stopwatch();
  }

  requestEnded({ method, route, status }: MeteredRequest, began: number): void {
    this.#open -= 1;
    this.#durations.observe({ method, route, status }, this.deps.stopwatch() - began);
  }

  refused(code: ErrorCode): void {
    this.#refusals.inc({ code });
  }

  signInJudged(result: "accepted" | ErrorCode): void {
    this.#signIns.inc({ result });
  }

  answered({ outcome, model }: Pick<AnswerEnd, "outcome" | "model">): void {
    this.#answers.inc({ outcome, model });
  }

  modelCalled(model: ModelRole, outcome: ModelOutcome): void {
    this.#modelCalls.inc({ model, outcome });
  }

  answerJudged(good: boolean): void {
    this.#judgements.inc({ good: String(good) });
  }

  limited(limit: LimitName): void {
    this.#limited.inc({ limit });
  }

  secretUsed(purpose: SecretPurpose, secret: "current" | "previous"): void {
    this.#secrets.inc({ purpose, secret });
  }

  accessMismatched(): void {
    this.#mismatches.inc();
  }

  async exposition(): Promise<{ mediaType: string; text: string }> {
    this.#inFlight.set(this.#open);
    this.#service.set(await this.deps.figures());
    return { mediaType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #named(name: string, help: string) {
    return { name: PREFIX + name, help, registers: [this.#registry] };
  }
}

const MODELS: readonly ModelRole[] = ["embedder", "reranker", "rewriter", "chooser"];
const OUTCOMES: readonly ModelOutcome[] = ["used", "failed", "late"];

const LIMITS: readonly LimitName[] = [
  "reads",
  "sign_in_failures",
  "requests_in_flight",
  "reader_queue",
  "unknown_tokens",
  "search_time",
];

/** What core's list of checks may refuse a signed request with. */
const SIGN_IN_REFUSALS: readonly ErrorCode[] = [
  "INVALID_REQUEST",
  "INVALID_SIGNATURE",
  "EXPIRED_TIMESTAMP",
  "USER_NOT_FOUND",
];
