import { type SharedSecret, sharedSecret } from "@retrieval/core";
import { say } from "../texts/say.js";
import type { SettingsReader } from "./reader.js";

const CHARACTERS_MIN = 16;
/** A random token of 16 hexadecimal digits has fewer different characters only once in millions. */
const DIFFERENT_MIN = 5;

/**
 * The token of /metrics. It is sent in a header, and monitoring knows it too, so it must differ from the other secrets.
 */
export function readMetricsToken(read: SettingsReader, secrets: readonly SharedSecret[]): string | null {
  const token = read.secret("METRICS_TOKEN");
  if (token === null) return null;
  const made = say("`openssl rand -hex 32` makes a good one");
  if (!/^[\x21-\x7e]+$/.test(token))
    read.wrong("METRICS_TOKEN may have only visible ASCII characters, because it is sent in a header; {made}", {
      made,
    });
  else if (token.length < CHARACTERS_MIN)
    read.wrong("METRICS_TOKEN has {length} characters; at least {min} are required; {made}", {
      length: token.length,
      min: CHARACTERS_MIN,
      made,
    });
  else if (new Set(token).size < DIFFERENT_MIN)
    read.wrong("METRICS_TOKEN repeats a few characters and is easily guessed; {made}", { made });
  if (secrets.some((secret) => secret.equals(sharedSecret(token))))
    read.wrong("METRICS_TOKEN is the same as a secret that the portal signs with; use a different one; {made}", {
      made,
    });
  return token;
}
