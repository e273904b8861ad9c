import type { ServiceProcess } from "../test/process/service-process.js";

export interface Answered {
  /** 0: the connection was refused or cut. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test inspects any answer.
  readonly body: any;
  /** In milliseconds. */
  readonly took: number;
}

interface Call {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** An additional allowed status of this call. */
  readonly or?: number;
}

/** Internals of the service: a stack, a statement, an error of the driver or the database, an address. */
const INSIDE =
  /\n\s+at |node_modules|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b|postgres(ql)?:\/\/|ECONN|EPIPE|\b(57P0|53[0-9]{3}|08[0-9]{3})/;

/** Calls a service under faults, and checks the promises that hold for every answer. */
export class WatchedCalls {
  readonly counts = new Map<number, number>();
  /** A line for each broken promise. */
  readonly broken: string[] = [];
  slowest = 0;

  /**
   * @param within the maximum time of an answer, in milliseconds
   * @param allowed the allowed statuses besides 503
   * @param onAnswer called with each answer
   */
  constructor(
    private readonly service: () => Pick<ServiceProcess, "fetch">,
    private readonly within: number,
    private readonly allowed: readonly number[] = [200, 201, 202],
    private readonly onAnswer: (method: string, path: string, answer: Answered) => void = () => undefined,
  ) {}

  async call(method: string, path: string, { token, body, headers, or }: Call = {}): Promise<Answered> {
    const begun = performance.now();
    const init: RequestInit & { token?: string } = { method, signal: AbortSignal.timeout(this.within) };
    if (token !== undefined) init.token = token;
    if (headers !== undefined) init.headers = headers;
    if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
    let status = 0;
    let text = "";
    try {
      const response = await this.service().fetch(path, init);
      text = await response.text();
      status = response.status;
      if (status === 503 && !(Number(response.headers.get("retry-after")) > 0))
        this.broken.push(`${method} ${path}: 503 without Retry-After`);
    } catch (error) {
      if ((error as Error).name === "TimeoutError")
        this.broken.push(`${method} ${path}: no answer in ${this.within} ms`);
    }
    const took = performance.now() - begun;
    this.slowest = Math.max(this.slowest, took);
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    if (status !== 503 && status !== or && !this.allowed.includes(status))
      this.broken.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    if (status >= 400 && INSIDE.test(text))
      this.broken.push(`${method} ${path}: shows internals: ${text.slice(0, 300)}`);
    const answer = { status, body: text === "" ? null : JSON.parse(text), took };
    this.onAnswer(method, path, answer);
    return answer;
  }

  /** How many got no answer or 503. */
  get failures(): number {
    return (this.counts.get(0) ?? 0) + (this.counts.get(503) ?? 0);
  }

  toString(): string {
    const counts = [...this.counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status || "cut"}`);
    return `${counts.join(", ")}; the slowest after ${Math.round(this.slowest)} ms`;
  }
}
