import { Connection } from "./http/keep-alive-connection.js";
import { type LargeCompany, openLargeCompany } from "./http/large-company.js";
import { load } from "./http/load.js";
import { MeasuredServer } from "./http/measured-server.js";
import { spread } from "./interleaved.js";
import { fillCorpus, GROUP_NAMES, GROUPS } from "./large-corpus.js";
import { fillMeaning, type MeaningPatterns, readPatterns } from "./meaning-corpus.js";
import { beforeOthers, cpuOf, freeMemory } from "./process-tree.js";
import type { Report } from "./report.js";
import { milliseconds, printIndexMemory, QUESTIONS, quantiles, searchBytes } from "./search-speed.js";

/** In chunks. */
const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const IN_A_ROUND = 20;
const WARM_UP = 5;
const START_WITHIN = 3_600_000;
/** The median of a question by a reader of all, on two idle cores, in milliseconds. */
const TARGETS: Readonly<Record<number, number>> = { 10000: 30, 100000: 45, 1000000: 120 };
/** Bytes: two services and PostgreSQL, without and for each chunk. */
const NEEDED = { always: 1.5e9, chunk: 4_500 };
const MEMORY = { chunks: 10_000, searches: 1_000, most: 450 };
const MEGABYTE = 1024 * 1024;
const WAITED = "in the rest it waited for a processor that others had";
const OWN_WORK = "its own work takes longer, more so where the load average before it is high";

/**
 * A question by words and by meaning over HTTP, the embedding of the question too, beside the same by words alone. The
 * questions are real, and the vectors of documents are real ones with chance added.
 */
export async function meaningSpeed(report: Report, sizes: readonly number[] = SIZES): Promise<void> {
  const patterns = await readPatterns();
  for (const chunks of sizes) {
    report.heading(`${chunks.toLocaleString("en")} chunks`);
    const needed = NEEDED.always + chunks * NEEDED.chunk;
    if (freeMemory() < needed) {
      const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
      report.text(`Not measured: it takes ${gigabytes(needed)} of memory, and ${gigabytes(freeMemory())} are free.`);
      continue;
    }
    const company = await openLargeCompany((database) => fillCorpus(database, chunks, "as written"));
    try {
      await measureSize(chunks, company, patterns, report);
    } finally {
      await company.close();
    }
  }
}

async function measureSize(
  chunks: number,
  company: LargeCompany,
  patterns: MeaningPatterns,
  report: Report,
): Promise<void> {
  const parts = await fillMeaning(company.database, patterns);
  const env = { ...company.env, MEANING: "on" };
  // The first start makes the term vectors.
  const first = await MeasuredServer.start("service", env, { within: START_WITHIN });
  await first.stop();
  const meaning = await MeasuredServer.start("service", env, { within: START_WITHIN });
  const seconds = ({ startTime }: MeasuredServer) => (startTime / 1000).toFixed(0);
  report.text(
    `${parts.toLocaleString("en")} parts. The first start, which makes all term vectors, takes ${seconds(first)} s; one that reads terms and vectors ${seconds(meaning)} s.`,
  );
  const words = await MeasuredServer.start("service", company.env, { within: START_WITHIN });
  try {
    const readers = [
      new Reader("sees all", meaning, await company.signInAdmin(meaning.port), true),
      new Reader("sees all, by words alone", words, await company.signInAdmin(words.port), false),
    ];
    for (const group of GROUP_NAMES)
      readers.push(
        new Reader(`sees ${GROUPS[group] * 100} %`, meaning, await company.signInGroup(meaning.port, group), true),
      );
    await beforeOthers(async () => {
      await warmUp(readers);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const reader of round % 2 === 0 ? readers : readers.toReversed()) await reader.ask(round);
    });
    printReaders(readers, report);
    claimQuestion(chunks, readers[0] as Reader, report);
    await printIndexMemory(meaning, report);
    if (chunks === MEMORY.chunks) await claimMemory(meaning, company, report);
  } finally {
    await words.stop();
    await meaning.stop();
  }
}

/** Until the compilers of the runtime have done their work. */
async function warmUp(readers: readonly Reader[]): Promise<void> {
  for (const reader of readers.slice(0, 2))
    for (let round = 0; round < WARM_UP; round += 1) await reader.ask(round, false);
}

/** One kind of reader of one service, and what its searches took, in milliseconds. */
class Reader {
  readonly wall: number[] = [];
  readonly cpu: number[] = [];
  /** How many searches found their results by words alone, because the model was late. */
  late = 0;

  constructor(
    readonly title: string,
    private readonly server: MeasuredServer,
    private readonly token: string,
    private readonly byMeaning: boolean,
  ) {}

  async ask(round: number, counts = true): Promise<void> {
    // A new one, because the service ends a connection that waits for seconds.
    const connection = Connection.open(this.server.port);
    for (let i = 0; i < IN_A_ROUND; i += 1) {
      const question = QUESTIONS[(round * IN_A_ROUND + i) % QUESTIONS.length] as string;
      const request = searchBytes(question, this.token);
      const [cpu, begun] = [cpuOf(this.server.pid), performance.now()];
      const { status, body } = await connection.ask(request);
      const taken = performance.now() - begun;
      if (status !== 200) throw new Error(`a search was answered ${status}: ${body()}`);
      if (!counts) continue;
      if ((JSON.parse(body()) as { by: string[] }).by.includes("meaning") === this.byMeaning) {
        this.wall.push(taken);
        this.cpu.push(cpuOf(this.server.pid) - cpu);
      } else this.late += 1;
    }
    connection.close();
  }
}

function printReaders(readers: readonly Reader[], report: Report): void {
  report.table(
    ["reader", "median, ms", "95th percentile, ms", "processor time, median, ms", "95th percentile, ms"],
    readers.map(({ title, wall, cpu }) => [
      title,
      ...[quantiles(wall), quantiles(cpu)].flatMap(({ median, late }) => [median, late]).map(milliseconds),
    ]),
  );
  const late = readers.reduce((sum, reader) => sum + reader.late, 0);
  const searches = readers.length * ROUNDS * IN_A_ROUND;
  report.text(`Of ${searches} searches, ${late} went by words alone, because the model was late, and do not count.`);
}

function claimQuestion(chunks: number, { wall, cpu }: Reader, report: Report): void {
  const target = TARGETS[chunks];
  if (target === undefined) return;
  const { median, late } = quantiles(wall);
  const own = quantiles(cpu).median;
  report.claim({
    what: `a question by words and meaning in ${chunks.toLocaleString("en")} chunks, its embedding too, on two idle cores`,
    target: `median at most ${target} ms`,
    measured: `${milliseconds(median)} ms, 95th percentile ${milliseconds(late)} ms; ${milliseconds(own)} ms of the service's processor time`,
    met: median <= target,
    ...(median > target ? { cause: own <= target ? WAITED : OWN_WORK } : {}),
  });
}

async function claimMemory(server: MeasuredServer, company: LargeCompany, report: Report): Promise<void> {
  const many = await company.signInMany(server.port);
  const requests = many.map((token, i) => searchBytes(QUESTIONS[i % QUESTIONS.length] as string, token));
  await load(server.port, requests, (sent) => sent >= MEMORY.searches);
  const resident: number[] = [];
  for (let i = 0; i < 5; i += 1) resident.push((await server.usage()).rss / MEGABYTE);
  const rss = spread(resident).median;
  report.claim({
    what: `resident memory of the service with ${chunksOf(MEMORY.chunks)} and meaning, after ${MEMORY.searches.toLocaleString("en")} searches`,
    target: `at most ${MEMORY.most} MB`,
    measured: `${rss.toFixed(0)} MB, at most ${((server.peak() ?? 0) / MEGABYTE).toFixed(0)} MB before`,
    met: rss <= MEMORY.most,
  });
}

const chunksOf = (count: number) => `${count.toLocaleString("en")} chunks`;
