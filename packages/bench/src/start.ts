import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { figure, times } from "./figures.js";
import { openCompany } from "./http/company.js";
import { MeasuredServer, type ServerName } from "./http/measured-server.js";
import { interleaved, ratio, spread, type Timing } from "./interleaved.js";
import type { Report } from "./report.js";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

/** Measures how long `retrieval serve` takes until it answers, on a migrated database. */
export async function start(report: Report): Promise<void> {
  const company = await openCompany();
  // Up to the first 200 of /readyz; the stop is not counted.
  const untilReady: Record<"service" | "bare", number[]> = { service: [], bare: [] };
  const started = async (name: ServerName & keyof typeof untilReady) => {
    const server = await MeasuredServer.start(name, company.env);
    untilReady[name].push(server.startTime);
    await server.stop();
  };
  try {
    const [empty] = (await interleaved(
      [() => promisify(execFile)(process.execPath, ["-e", "0"]), () => started("service"), () => started("bare")],
      ROUNDS,
    )) as [Timing, ...Timing[]];
    // The first round was a warm-up.
    const [service, bare] = [untilReady.service.slice(1), untilReady.bare.slice(1)];
    report.table(
      ["what starts", "ms (min to max)"],
      [
        ["retrieval serve, until /readyz says 200", figure(spread(service))],
        ["the peer in bare node:http, until the same", figure(spread(bare))],
        ["node -e 0, from start to end", figure(empty)],
      ],
    );
    const timing = (rounds: number[]): Timing => ({ ...spread(rounds), rounds });
    report.text(
      `The service takes ${times(ratio(timing(service), timing(bare)))} as long as the peer in bare node:http, which loads the same adapters, and ${times(ratio(timing(service), empty))} as long as Node alone.`,
    );
  } finally {
    await company.close();
  }
}
