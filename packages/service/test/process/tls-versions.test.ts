import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type SecureVersion } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { makeCertificate } from "@retrieval/contract";
import { createServer } from "@retrieval/http";
import express from "express";
import { pino } from "pino";
import { type Listening, listen } from "../../src/process/listen.js";

describe("the service's own TLS", () => {
  let folder: string;
  let listening: Listening;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-tls-"));
    const paths = await makeCertificate(folder, "own");
    const tls = { cert: await readFile(paths.cert, "utf8"), key: await readFile(paths.key, "utf8") };
    const place = { HOST: "127.0.0.1", PORT: 0 };
    listening = await listen(createServer(express(), { tls }), place, pino({ level: "silent" }));
  });
  afterAll(async () => {
    await listening.finish();
    await rm(folder, { recursive: true });
  });

  /** The negotiated version, or the code of the refusal. */
  const agreed = (version: SecureVersion) =>
    new Promise<string | null>((resolve) => {
      const socket = connect({
        host: "127.0.0.1",
        port: listening.port,
        minVersion: version,
        maxVersion: version,
        // Without this the client itself would not offer old versions.
        ciphers: "DEFAULT@SECLEVEL=0",
        rejectUnauthorized: false,
      });
      socket.once("secureConnect", () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.once("error", ({ code = "" }: NodeJS.ErrnoException) => resolve(code));
    });

  it.each<SecureVersion>(["TLSv1.2", "TLSv1.3"])("takes %s", async (version) => {
    expect(await agreed(version)).toBe(version);
  });

  it.each<SecureVersion>(["TLSv1", "TLSv1.1"])("refuses %s", async (version) => {
    expect(await agreed(version)).toBe("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION");
  });
});
