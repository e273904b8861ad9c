import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { say, sentence } from "../texts/say.js";
import type { SettingsReader } from "./reader.js";

export interface TlsSettings {
  /** PEM: the certificate, then its chain. */
  readonly cert: string;
  readonly key: string;
}

/** How long before the expiry a warning begins, in milliseconds: enough time to renew by hand. */
const ENDS_SOON = 14 * 24 * 3600 * 1000;

/** The service's own certificate and key, checked against each other. No message holds any part of the key. */
export function readTls(read: SettingsReader, now: number): TlsSettings | null {
  const cert = read.file("TLS_CERT_FILE");
  const key = read.file("TLS_KEY_FILE");
  if ((read.text("TLS_CERT_FILE") === null) !== (read.text("TLS_KEY_FILE") === null)) {
    read.missing("TLS_CERT_FILE and TLS_KEY_FILE go together; one of them is not set");
  }
  const certificate = cert === null ? null : readCertificate(read, cert);
  const privateKey = key === null ? null : readKey(read, key);
  const dates = certificate && problemWithDates(certificate, now);
  // Only a warning: the machine's clock may be wrong, and a service that does not start does not help.
  if (dates) read.warnings.push(`${sentence(dates.what)} ${dates.mend}`);
  if (cert === null || key === null || certificate === null || privateKey === null) return null;
  if (!certificate.checkPrivateKey(privateKey)) {
    const certificateFirst = say("TLS_CERT_FILE must begin with the service's own certificate, followed by its chain");
    read.wrong("TLS_KEY_FILE is not the key of the certificate in TLS_CERT_FILE; {certificateFirst}", {
      certificateFirst,
    });
    return null;
  }
  try {
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (error) {
    const { code = say("no reason given") } = error as NodeJS.ErrnoException;
    read.wrong("TLS_CERT_FILE and TLS_KEY_FILE cannot be used for TLS ({code})", { code });
    return null;
  }
}

function readCertificate(read: SettingsReader, pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    read.wrong("TLS_CERT_FILE names a file that holds no certificate in PEM form");
    return null;
  }
}

function readKey(read: SettingsReader, pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    read.wrong("TLS_KEY_FILE names a file that is not a private key in PEM form without a passphrase");
    return null;
  }
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
