import { figure, times } from "./figures.js";
import { openCompany } from "./http/company.js";
import { ask, type Received } from "./http/keep-alive-connection.js";
import { forMilliseconds, load } from "./http/load.js";
import { MeasuredServer, SERVERS, type ServerName } from "./http/measured-server.js";
import { KINDS, type Kind, type Requests, requestsFor } from "./http/prepared-requests.js";
import { spread } from "./interleaved.js";
import type { Report } from "./report.js";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = 1_000;
/** At the start of a round, and not counted: a server that was idle during the others' turns must wake up. */
const WAKE_UP_MS = 500;
/** Enough for V8 to compile the code in use. */
const WARM_UP_MS = 3_000;
const NAMES = Object.keys(SERVERS) as ServerName[];
const TITLES: Readonly<Record<ServerName, string>> = {
  service: "the service",
  express: "Express by hand",
  bare: "bare node:http",
  "express-alike": "Express by hand, statements prepared and JSON passed through as the service does",
  "bare-alike": "bare node:http, the same",
};
/** The target, as a factor of a peer's requests per second. */
const TO_REACH = { express: 1.5, bare: 0.75 } as const;
/** From profiles of the service under these loads (`--cpu-prof`), and of its chain alone over sockets in memory. */
function causeOf(kind: Kind, peer: keyof typeof TO_REACH): string {
  if (peer === "bare")
    return "the chain that the peer has not: metrics, limits, a table of routes, checked schemas, the second access check";
  return kind === "search"
    ? "the peer calls the same search, so the most that using no framework could reach is the ratio of bare node:http to Express in the table"
    : "most of the time is the signature's, PostgreSQL's and the kernel's, the same in both";
}

/** One round of one server and one kind of request. */
interface Round {
  /** Requests per second. */
  readonly rate: number;
  /** Requests per second of the server's own processor time. */
  readonly perCpu: number;
}

interface Subject {
  readonly name: ServerName;
  readonly server: MeasuredServer;
  readonly requests: Requests;
}

/** Sign-in, reference and search over HTTP, with the service's whole chain on, beside the same work done by hand. */
export async function httpSpeed(report: Report): Promise<void> {
  const company = await openCompany();
  const subjects: Subject[] = [];
  try {
    for (const name of NAMES) {
      const server = await MeasuredServer.start(name, company.env);
      subjects.push({ name, server, requests: await requestsFor(server.port, company) });
    }
    await checkEqualAnswers(subjects);
    for (const kind of KINDS) print(kind, await measure(kind, subjects), report);
    report.text(
      "The client and PostgreSQL run on the same processors, so requests a second also hold what those take: requests by second of the server's own processor time leave it out.",
    );
  } finally {
    for (const { server } of subjects) await server.stop();
    await company.close();
  }
}

/** Sends every request once to each server. @throws Error naming the first with another answer */
async function checkEqualAnswers([first, ...others]: readonly Subject[]): Promise<void> {
  if (first === undefined) return;
  for (const kind of KINDS) {
    for (const [i, request] of first.requests[kind].entries()) {
      const expected = comparable(await ask(first.server.port, request));
      for (const { name, server, requests } of others) {
        const given = comparable(await ask(server.port, requests[kind][i] as Buffer));
        if (given !== expected) throw new Error(`${name} answers ${kind} ${i} otherwise:\n${given}\n${expected}`);
      }
    }
  }
}

/** A token is decoded: its id, its times and so its signature differ each time. */
function comparable({ status, body }: Received): string {
  const text = body().replace(/"token":"[^."]+\.([^."]+)\.[^."]+"/, (_, payload: string) => {
    const { iat, exp, jti, ...claims } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return JSON.stringify({ ...claims, lifetime: exp - iat, jti: String(jti).length });
  });
  return `${status} ${text}`;
}

async function measure(kind: Kind, subjects: readonly Subject[]): Promise<Map<ServerName, Round[]>> {
  const rounds = new Map(subjects.map(({ name }) => [name, [] as Round[]]));
  for (const { server, requests } of subjects) await load(server.port, requests[kind], forMilliseconds(WARM_UP_MS));
  for (let round = 0; round < ROUNDS; round += 1) {
    // Every other round runs in reverse order, as in `interleaved`.
    for (const { name, server, requests } of round % 2 === 0 ? subjects : subjects.toReversed()) {
      await load(server.port, requests[kind], forMilliseconds(WAKE_UP_MS));
      const before = await server.usage();
      const begun = performance.now();
      const answered = await load(server.port, requests[kind], forMilliseconds(ROUND_MS));
      const seconds = (performance.now() - begun) / 1000;
      const cpu = ((await server.usage()).cpu - before.cpu) / 1000;
      rounds.get(name)?.push({ rate: answered / seconds, perCpu: answered / cpu });
    }
  }
  return rounds;
}

function print(kind: Kind, rounds: Map<ServerName, Round[]>, report: Report): void {
  const of = (name: ServerName) => rounds.get(name) as Round[];
  // Compared round by round, since other load on the machine affects both.
  const besides = (name: ServerName, what: keyof Round) =>
    spread(of("service").map((round, i) => round[what] / (of(name)[i] as Round)[what]));
  report.heading(kind);
  report.table(
    ["server", "requests a second", "requests by second of its processor time", "the service beside it"],
    NAMES.map((name) => [
      TITLES[name],
      figure(spread(of(name).map(({ rate }) => rate))),
      figure(spread(of(name).map(({ perCpu }) => perCpu))),
      figure(besides(name, "rate")),
    ]),
  );
  for (const peer of ["express", "bare"] as const) {
    const rate = besides(peer, "rate");
    const least = TO_REACH[peer];
    const met = rate.median >= least;
    report.claim({
      what: `${kind}: requests a second beside ${TITLES[peer]}`,
      target: `at least ${least} times`,
      measured: `${times(rate)}; ${times(besides(peer, "perCpu"))} by second of the server's own processor time`,
      met,
      ...(met ? {} : { cause: causeOf(kind, peer) }),
    });
  }
}
