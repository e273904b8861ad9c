import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { say, sentence } from "../texts/say.js";
import type { SettingsReader, SettingsTable } from "./reader.js";
import type { ValuesOf } from "./setting.js";
import type { SETTINGS } from "./table.js";

export interface TlsSettings {
  /** PEM: the certificate, then its chain. */
  readonly cert: string;
  readonly key: string;
}

/** How long before the expiry a warning begins, in milliseconds: enough time to renew by hand. */
const ENDS_SOON = 14 * 24 * 3600 * 1000;

/** The service's own certificate and key, checked against each other. No message holds any part of the key. */
export function readTls(
  { TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: Pick<ValuesOf<typeof SETTINGS>, "TLS_CERT_FILE" | "TLS_KEY_FILE">,
  read: Pick<SettingsReader<SettingsTable>, "wrong">,
  now: number,
): { tls: TlsSettings | null; warnings: string[] } {
  if (cert === null) return { tls: null, warnings: [] };
  const certificate = new X509Certificate(cert);
  const dates = problemWithDates(certificate, now);
  // Only a warning: the machine's clock may be wrong, and a service that does not start does not help.
  const warnings = dates ? [`${sentence(dates.what)} ${dates.mend}`] : [];
  if (key === null) return { tls: null, warnings };
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    read.wrong("TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE; {certificateFirst}", {
      certificateFirst: say("TLS_CERT_FILE must begin with the service's own certificate, followed by its chain"),
    });
  else
    try {
      createSecureContext({ cert, key });
    } catch (error) {
      const { code = say("no reason given") } = error as NodeJS.ErrnoException;
      read.wrong("TLS_CERT_FILE and TLS_KEY_FILE cannot be used for TLS ({code})", { code });
    }
  return { tls: { cert, key }, warnings };
}

/** The problem with a certificate's dates, now or soon; null if there is none. */
export interface DatesProblem {
  readonly what: string;
  readonly mend: string;
  /** Browsers refuse it now. */
  readonly isRefused: boolean;
}

export function problemWithDates({ validFrom, validTo }: X509Certificate, now: number): DatesProblem | null {
  const mend = say("Renew it and restart the service, which reads it only at its start.");
  if (now < Date.parse(validFrom)) {
    const mend = say("Set this machine's clock, or wait.");
    return {
      what: say("the certificate in TLS_CERT_FILE is not valid before {validFrom}; browsers refuse it", { validFrom }),
      mend,
      isRefused: true,
    };
  }
  if (now > Date.parse(validTo))
    return {
      what: say("the certificate in TLS_CERT_FILE expired on {validTo}; browsers refuse it", { validTo }),
      mend,
      isRefused: true,
    };
  if (now > Date.parse(validTo) - ENDS_SOON)
    return { what: say("the certificate in TLS_CERT_FILE expires on {validTo}", { validTo }), mend, isRefused: false };
  return null;
}
