import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { figure } from "./figures.js";
import { Connection } from "./http/keep-alive-connection.js";
import { type LargeCompany, METRICS_TOKEN, openLargeCompany } from "./http/large-company.js";
import { MeasuredServer } from "./http/measured-server.js";
import { requestBytes } from "./http/prepared-requests.js";
import { spread } from "./interleaved.js";
import { fillCorpus, GROUP_NAMES, GROUPS } from "./large-corpus.js";
import type { Report } from "./report.js";
import { byReader, milliseconds, printIndexMemory, quantiles, ratesOf } from "./search-speed.js";

/** In chunks. */
const SIZES = (process.env.BENCH_CHUNKS ?? "10000,100000").split(",").map(Number);
const DIMENSIONS = 384;
const FIRST_START_WITHIN = 3_600_000;

/**
 * Search by words and by meaning over HTTP. The vectors are by chance, from a server of our own in this process: it
 * measures what the service adds to a model, not the model.
 */
export async function meaningSpeed(report: Report): Promise<void> {
  const model = await startRandomModel();
  try {
    for (const chunks of SIZES) {
      const company = await openLargeCompany((database) => fillCorpus(database, chunks));
      try {
        report.heading(`${chunks.toLocaleString("en")} chunks, vectors of ${DIMENSIONS} dimensions`);
        await measureSize(company, model.url, report);
      } finally {
        await company.close();
      }
    }
  } finally {
    model.close();
  }
}

async function measureSize(company: LargeCompany, url: string, report: Report): Promise<void> {
  const env = { ...company.env, EMBEDDING_URL: url, EMBEDDING_MODEL: "by-chance" };
  const within = FIRST_START_WITHIN;
  await printEmbedding(await MeasuredServer.start("service", env, { within }), report);
  const server = await MeasuredServer.start("service", env, { within });
  try {
    const { port } = server;
    report.text(`A start that reads term vectors and vectors takes ${(server.startTime / 1000).toFixed(1)} s.`);
    const groups: [string, string][] = [["sees all", await company.signInAdmin(port)]];
    for (const group of GROUP_NAMES)
      groups.push([`sees ${GROUPS[group] * 100} %`, await company.signInGroup(port, group)]);
    report.table(
      ["reader", "median, ms", "95th percentile, ms"],
      (await byReader(port, groups)).map(([title, taken]) => {
        const { median, late } = quantiles(taken);
        return [title, milliseconds(median), milliseconds(late)];
      }),
    );
    const rates = await ratesOf(port, await company.signInMany(port));
    report.text(
      `${figure(spread(rates))} searches a second, with the model, PostgreSQL and the client on this machine.`,
    );
    await printIndexMemory(server, report);
  } finally {
    await server.stop();
  }
}

/** Until every document has its vectors. */
async function printEmbedding(server: MeasuredServer, report: Report): Promise<void> {
  const begun = performance.now();
  const connection = Connection.open(server.port);
  const left = async () => {
    const { body } = await connection.ask(requestBytes("/metrics", null, METRICS_TOKEN));
    return Number(/^retrieval_documents_to_embed (\S+)$/m.exec(body())?.[1] ?? Number.NaN);
  };
  try {
    while ((await left()) !== 0) await sleep(500);
  } finally {
    connection.close();
    await server.stop();
  }
  report.text(`All vectors are made in ${((performance.now() - begun) / 1000).toFixed(0)} s after the first start.`);
}

/** A server with OpenAI's API for embeddings; the same text has the same vector. */
async function startRandomModel(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await text(request)) as { readonly input: readonly string[] };
    const data = input.map((one, index) => ({ index, embedding: vectorOf(one) }));
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close };
}

function vectorOf(one: string): number[] {
  let state = 1;
  for (const sign of one) state = (Math.imul(state, 31) + (sign.codePointAt(0) as number)) >>> 0;
  return Array.from({ length: DIMENSIONS }, () => {
    // A linear congruential generator (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.round((state / 0x1_0000_0000 - 0.5) * 1e4) / 1e4;
  });
}
