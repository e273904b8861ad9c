import { X509Certificate } from "node:crypto";
import { hasHttps, WITHOUT_HTTPS } from "../settings/https.js";
import type { Settings } from "../settings/settings.js";
import { problemWithDates } from "../settings/tls.js";
import { say } from "../texts/say.js";
import { type Finding, found, ok, wrong } from "./finding.js";

/** Findings about valid settings: their effect, and what remains to be done. */
export function settingsFindings(settings: Settings, now: number): Finding[] {
  return [
    ok("settings are complete; set are {given}, all others have their defaults", { given: settings.given.join(", ") }),
    ok("a new version without a name gets the date in the time zone {timeZone} (TIME_ZONE)", {
      timeZone: settings.TIME_ZONE,
    }),
    ...rotations(settings),
    found(
      "ok",
      settings.tokenKeys.length > 0
        ? say("session tokens are signed with a private key (ES256)")
        : say("session tokens are signed with a key derived from the secret (HS256)"),
    ),
    ...https(settings, now),
    metrics(settings),
  ];
}

/** The previous secret should be accepted for some hours only. */
function rotations({ secrets, tokenKeys }: Settings): Finding[] {
  const unset = (name: string, purpose?: string) =>
    say("Unset {name} once {metric} at /metrics no longer grows.", {
      name,
      metric: `retrieval_secret_uses_total{${purpose ? `purpose="${purpose}",` : ""}secret="previous"}`,
    });
  // Without a private key, tokens too were signed under the previous secret.
  const ofSecret = tokenKeys.length > 0 ? "signed_request" : undefined;
  const findings: Finding[] = [];
  if (secrets.length > 1)
    findings.push(
      found("note", say("a previous shared secret is still accepted"), unset("SSO_SHARED_SECRET_PREVIOUS", ofSecret)),
    );
  if (tokenKeys.length > 1)
    findings.push(
      found("note", say("a previous private key is still accepted"), unset("JWT_PREVIOUS_KEY_FILE", "session_token")),
    );
  return findings;
}

function https(settings: Settings, now: number): Finding[] {
  if (!hasHttps(settings)) return [wrong(WITHOUT_HTTPS.what, WITHOUT_HTTPS.mend)];
  const { tls } = settings;
  if (tls === null) return [ok("the proxy that TRUST_PROXY names provides HTTPS")];
  const problem = problemWithDates(new X509Certificate(tls.cert), now);
  if (problem === null) return [ok("HTTPS by the service's own certificate")];
  return [problem.isRefused ? found("wrong", problem.what, problem.mend) : found("note", problem.what, problem.mend)];
}

function metrics({ METRICS_TOKEN, TRUST_PROXY }: Settings): Finding {
  if (METRICS_TOKEN !== null) return ok("/metrics needs the token of METRICS_TOKEN");
  if (TRUST_PROXY === false)
    return ok("/metrics answers direct calls from this machine only; METRICS_TOKEN is not set");
  return ok("/metrics is closed (404): TRUST_PROXY is set without METRICS_TOKEN, which monitoring then needs");
}
