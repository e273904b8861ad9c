import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceProcess } from "../test/process/service-process.js";

/** Clients that each create one user after the other until they are stopped. */
export class Writers {
  readonly acknowledged: string[] = [];
  readonly answers: { readonly id: string; readonly status: number }[] = [];
  /** Requests without an answer. */
  readonly fell: string[] = [];
  #over = true;
  #clients: Promise<void>[] = [];
  #count = 0;

  constructor(
    private readonly service: ServiceProcess,
    readonly token: string,
    private readonly name = "load",
  ) {}

  begin(clients = 8): void {
    this.#over = false;
    this.#clients = Array.from({ length: clients }, () => this.#client());
  }

  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#clients);
  }

  /** Resolves after this many more acknowledged writes. */
  async acknowledges(more: number): Promise<void> {
    const enough = this.acknowledged.length + more;
    while (this.acknowledged.length < enough) await sleep(5);
  }

  async write(id: string): Promise<{ status: number; retryAfter: number }> {
    const body = JSON.stringify({ display_name: `Name of ${id}` });
    const answer = await this.service.fetch(`/api/manage/users/${id}`, { method: "PUT", token: this.token, body });
    await answer.text();
    return { status: answer.status, retryAfter: Number(answer.headers.get("retry-after")) };
  }

  /** @returns how many tries it took */
  async untilWritten(id: string): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      if ((await this.write(id)).status !== 503) return tries;
      await sleep(200);
    }
  }

  async #client(): Promise<void> {
    while (!this.#over) {
      this.#count += 1;
      const id = `${this.name}-${this.#count}`;
      try {
        const { status } = await this.write(id);
        this.answers.push({ id, status });
        if (status === 201) this.acknowledged.push(id);
        else await sleep(50);
      } catch (error) {
        this.fell.push(`${id} ${(error as Error).message}`);
      }
    }
  }
}
