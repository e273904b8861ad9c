import { deepStrictEqual } from "node:assert/strict";
import { type AccessRules, decideAccess, type Reader } from "@retrieval/core";
import { casbinEnforcer, casbinReason } from "./casbin-access.js";
import {
  type CaslSubject,
  caslAbility,
  caslAbilityWithReasons,
  caslMaySee,
  caslReasons,
  caslSubject,
} from "./casl-access.js";
import { figure, times } from "./figures.js";
import { versionOf } from "./installed-version.js";
import { interleaved, meanOf, ratio, type Timing } from "./interleaved.js";
import { naiveDecision } from "./naive-access.js";
import { Random } from "./random.js";
import { randomDocuments, randomReaders } from "./readers-and-rules.js";
import type { Report } from "./report.js";

const READERS = 280;
const DOCUMENTS = 1_000;
const PAIRS = 2_000;
const ROUNDS = 151;
/** Work that takes nanoseconds is repeated in each round. A round stays short, so that few are interrupted. */
const OFTEN = 4;

interface Pair {
  readonly reader: Reader;
  readonly rules: AccessRules;
  readonly document: CaslSubject;
  readonly ability: ReturnType<typeof caslAbility>;
  readonly abilityWithReasons: ReturnType<typeof caslAbility>;
}

/** Measures one decision whether a reader may see a document, with its reasons, beside three other ways to make it. */
export async function accessDecision(report: Report): Promise<void> {
  const pairs = randomPairs();
  const enforcer = await casbinEnforcer();
  let allowed = 0;
  for (const pair of pairs) {
    const decision = decideAccess(pair.reader, pair.rules);
    const reasons = decision.reasons.map((reason) => JSON.stringify(reason));
    deepStrictEqual(naiveDecision(pair.reader, pair.rules), decision);
    deepStrictEqual(caslMaySee(pair.ability, pair.document), decision.allowed);
    deepStrictEqual(caslReasons(pair.abilityWithReasons, pair.document), reasons);
    deepStrictEqual(casbinReason(enforcer, pair.reader, pair.rules), decision.reasons[0]?.by);
    if (decision.allowed) allowed += 1;
  }
  report.text(
    `${PAIRS.toLocaleString("en")} pairs of ${READERS} readers and ${DOCUMENTS.toLocaleString("en")} documents: 0 to 5 groups for each reader, 0 to 5 department codes, 0 to 5 groups and 0 to 20 users in each rule; ${((100 * allowed) / PAIRS).toFixed(0)} % of the answers are yes. All answer alike on every pair, the two CASL abilities and casbin too; casbin names the first reason only.`,
  );
  report.text(
    `CASL ${versionOf("@casl/ability")}: an ability for each reader, made beforehand and not timed, as a service makes it when a reader signs in. casbin ${versionOf("casbin")}: one enforcer for all, readers and documents as attributes, one policy for each way in.`,
  );

  let sum = 0;
  // A separate loop for each, so that V8 compiles each for its one function.
  const timings = await interleaved(
    [
      () => {
        for (let i = 0; i < OFTEN; i += 1)
          for (const { reader, rules } of pairs) sum += decideAccess(reader, rules).reasons.length;
      },
      () => {
        for (let i = 0; i < OFTEN; i += 1)
          for (const { reader, rules } of pairs) sum += naiveDecision(reader, rules).reasons.length;
      },
      () => {
        for (const { ability, document } of pairs) if (caslMaySee(ability, document)) sum += 1;
      },
      () => {
        for (const { abilityWithReasons, document } of pairs) sum += caslReasons(abilityWithReasons, document).length;
      },
      () => {
        for (const { reader, rules } of pairs) if (casbinReason(enforcer, reader, rules) !== undefined) sum += 1;
      },
    ],
    ROUNDS,
  );
  if (sum === 0) throw new Error("No reader was allowed.");
  const [oursTime, naiveTime, ...others] = timings as [Timing, Timing, Timing, Timing, Timing];
  const service = meanOf(oursTime, OFTEN);
  const [plain, yesOrNo, withReasons, policies] = [meanOf(naiveTime, OFTEN), ...others] as [
    Timing,
    Timing,
    Timing,
    Timing,
  ];
  const row = (name: string, of: Timing) => [name, figure(ratio(of, service)), figure(of, PAIRS / 1e6)];
  report.table(
    ["one decision", "times ours", "ns"],
    [
      row("decideAccess, every reason", service),
      row("naive loops, every reason", plain),
      row("CASL, yes or no", yesOrNo),
      row("CASL, every reason", withReasons),
      row("casbin, the first reason", policies),
    ],
  );
  const besideNaive = ratio(service, plain);
  report.claim({
    what: "an access decision with its reasons, beside naive loops that give them too",
    target: "at most 1.1 times",
    measured: times(besideNaive),
    met: besideNaive.median <= 1.1,
  });
  const besideCasl = ratio(withReasons, service);
  report.claim({
    what: "an access decision with its reasons, faster than CASL's",
    target: "at least 10 times",
    measured: `${times(besideCasl)}; than its yes or no alone ${times(ratio(yesOrNo, service))}`,
    met: besideCasl.median >= 10,
  });
  const besideCasbin = ratio(policies, service);
  report.claim({
    what: "an access decision with its reasons, faster than casbin's",
    target: "at least 20 times",
    measured: times(besideCasbin),
    met: besideCasbin.median >= 20,
  });
}

function randomPairs(): Pair[] {
  const readers = randomReaders(READERS, 1).map((reader) => ({
    reader,
    ability: caslAbility(reader),
    abilityWithReasons: caslAbilityWithReasons(reader),
  }));
  const documents = randomDocuments(DOCUMENTS, 2).map(({ rules }) => ({ rules, document: caslSubject(rules) }));
  const random = new Random(3);
  return Array.from({ length: PAIRS }, () => ({ ...random.pick(readers), ...random.pick(documents) }));
}
