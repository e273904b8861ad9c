import { editDistance } from "@retrieval/core/search";
import { say } from "../texts/say.js";

/** A name that has no effect, and the setting that was probably meant. */
export interface UnknownName {
  readonly what: string;
  readonly mend: string;
}

/** `serve` has no portal; for a demo, this setting is no mistake. */
const OF_THE_DEMO = ["PORTAL_PORT"];
/** Variables of Kubernetes, Docker (REDIS_SERVICE_HOST, DATABASE_PORT_5432_TCP), New Relic and OpenSSL. */
const OF_OTHERS = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_|$)|_ENV_|^NEW_RELIC_|^SSL_CERT_/;
/** How many letters may differ in a name with another first word, and its minimum length. */
const LETTERS = 2;
const LONG = 8;
/** Of a longer name, its beginning is compared. */
const NAME_MAX = 100;

/**
 * Names in the environment that look like settings of this service but are not: they begin with the first word of one
 * (`SSO_`, `JWT_` …), or differ from one in a letter or two.
 *
 * @param given every name that the environment sets
 * @param known every name that the service reads
 */
export function unknownNames(given: readonly string[], known: readonly string[]): UnknownName[] {
  const ours = new Set([...known, ...OF_THE_DEMO]);
  const words = new Set(known.filter((name) => name.includes("_")).map(firstWord));
  return given
    .filter((name) => !ours.has(name) && !OF_OTHERS.test(name))
    .flatMap((name) => {
      const { nearest, distance } = nearestOf(name.toUpperCase(), known);
      const isMistyped = name.length >= LONG && distance <= LETTERS;
      return isMistyped || words.has(firstWord(name)) ? [unknownName(name, nearest)] : [];
    });
}

const unknownName = (name: string, nearest: string): UnknownName => ({
  what: say("{name} is not a setting of this service and has no effect; the nearest name is {nearest}", {
    name,
    nearest,
  }),
  mend: say("Rename it or unset it."),
});

const firstWord = (name: string) => name.slice(0, name.indexOf("_") + 1);

function nearestOf(name: string, known: readonly string[]): { nearest: string; distance: number } {
  const [first] = known
    .map((nearest) => ({ nearest, distance: editDistance(name.slice(0, NAME_MAX), nearest, NAME_MAX, () => 1) }))
    .sort((a, b) => a.distance - b.distance);
  return first ?? { nearest: "", distance: Number.POSITIVE_INFINITY };
}
