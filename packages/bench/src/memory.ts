import { setTimeout as sleep } from "node:timers/promises";
import { openCompany } from "./http/company.js";
import { load } from "./http/load.js";
import { MeasuredServer, type Usage } from "./http/measured-server.js";
import { type Requests, requestBytes, requestsFor } from "./http/prepared-requests.js";
import type { Report } from "./report.js";

/** BENCH_REQUESTS reduces it; the first measurement is after a tenth of it. */
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 1_000_000);
/** Per hundred requests; the others read the session. */
const MIX = { signIn: 20, reference: 20, search: 1 } as const;
/** Requests are signed again after this many, since a signed one is valid for five minutes. */
const SIGNED_FOR = 20_000;
const SAMPLES = 15;
const SAMPLE_EVERY = 200;
/** Growth between two measurements that garbage collection alone can cause. */
const NOISE = 1.1;

/** The memory of `retrieval serve` before any request, and after many. */
export async function memory(report: Report): Promise<void> {
  const company = await openCompany();
  const server = await MeasuredServer.start("service", company.env);
  try {
    const stops: [title: string, usage: Memory][] = [["nothing", await settled(server)]];
    let sent = 0;
    for (const stop of [REQUESTS / 10, REQUESTS]) {
      while (sent < stop) {
        const part = Math.min(SIGNED_FOR, stop - sent);
        const requests = mixed(await requestsFor(server.port, company));
        await load(server.port, requests, (already) => already >= part);
        sent += part;
      }
      stops.push([`${stop.toLocaleString("en")} requests`, await settled(server)]);
    }
    const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
    report.table(
      ["after", "resident, MB", "JavaScript heap in use, MB"],
      stops.map(([title, { rss, heapUsed }]) => [title, megabytes(rss), megabytes(heapUsed)]),
    );
    const [, [, early], [, late]] = stops as [(typeof stops)[0], (typeof stops)[0], (typeof stops)[0]];
    const grown = late.rss / early.rss;
    report.claim({
      what: `resident memory after ${REQUESTS.toLocaleString("en")} requests beside a tenth of them`,
      target: `at most ${NOISE} times`,
      measured: `${grown.toFixed(2)} times (${megabytes(early.rss)} MB, then ${megabytes(late.rss)} MB)`,
      met: grown <= NOISE,
    });
  } finally {
    await server.stop();
    await company.close();
  }
}

type Memory = Pick<Usage, "rss" | "heapUsed">;

/** The median over some seconds without a request; the collector is not forced to run. */
async function settled(server: MeasuredServer): Promise<Memory> {
  const samples: Usage[] = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    await sleep(SAMPLE_EVERY);
    samples.push(await server.usage());
  }
  const median = (figure: keyof Memory) =>
    samples.map((sample) => sample[figure]).toSorted((a, b) => a - b)[Math.floor(SAMPLES / 2)] as number;
  return { rss: median("rss"), heapUsed: median("heapUsed") };
}

function mixed({ tokens, ...of }: Requests): Buffer[] {
  const { signIn, reference, search } = MIX;
  return Array.from({ length: 1_000 }, (_, i) => {
    const nth = i % 100;
    const pick = (from: readonly Buffer[]) => from[i % from.length] as Buffer;
    if (nth < signIn) return pick(of["sign-in"]);
    if (nth < signIn + reference) return pick(of.reference);
    if (nth < signIn + reference + search) return pick(of.search);
    return requestBytes("/api/session", null, tokens[i % tokens.length] as string);
  });
}
