import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { makeCertificate } from "@retrieval/contract";
import { type OutgoingRequest, PublicAddresses } from "../src/adapters/public-addresses.js";

const REFUSED = { failed: "address_refused" };
const NEVER = new AbortController().signal;

let folder: string;
let server: Server;
let port: number;
let ca: string;
let answer: (response: ServerResponse) => void;
let requests: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "public-addresses-"));
  const names = ["-addext", "subjectAltName=DNS:hooks.example,IP:127.0.0.1"];
  const { cert, key } = await makeCertificate(folder, "server", names);
  ca = await readFile(cert, "utf8");
  server = createServer({ cert: ca, key: await readFile(key) }, (_, response) => {
    requests += 1;
    answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => {
  requests = 0;
  answer = (response) => response.end("received");
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

const resolveTo = (...addresses: string[]) => {
  const answers = addresses.map((address) => [{ address, family: 4 }]);
  return async () => answers.shift() ?? [];
};

const get = (addresses: PublicAddresses, url: string, more: Partial<OutgoingRequest> = {}) =>
  addresses.fetch(new URL(url), {
    ...{ method: "GET", headers: {}, bytes: 1_000, within: 10_000, stopping: NEVER },
    ...more,
  });

const hooks = (path = "") => `https://hooks.example:${port}/${path}`;
const allowed = () => new PublicAddresses(["127.0.0.0/8"], { resolve: resolveTo("127.0.0.1"), ca });

describe("an address that a partner wrote", () => {
  it.each([
    ...["127.0.0.1", "127.1", "0x7f.1", "2130706433", "0.0.0.0", "10.1.2.3", "172.31.0.1", "192.168.1.1"],
    ...["100.64.0.1", "169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.8", "198.18.0.1"],
    ...["192.0.2.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["[::]", "[::1]", "[::ffff:10.0.0.1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]", "[64:ff9b::a00:1]"],
    ...["[64:ff9b:1::a00:1]", "[2002:a00:1::]", "[2001::1]", "[2001:db8::1]", "[3fff::1]", "[100::1]"],
    ...["[fc00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[5f00::1]"],
  ])("is refused where it is not public: %s", async (host) => {
    const addresses = new PublicAddresses([]);
    expect(addresses.accepts(new URL(`https://${host}/`))).toBe(false);
    expect(await get(addresses, `https://${host}/`)).toEqual(REFUSED);
  });

  it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "168.63.129.17", "[2001:4860:4860::8888]", "[2600::1]"])(
    "is accepted where it is public: %s",
    (host) => expect(new PublicAddresses([]).accepts(new URL(`https://${host}/`))).toBe(true),
  );

  it.each(["http://hooks.example/", "https://user@hooks.example/", "https://:word@hooks.example/", "ftp://8.8.8.8/"])(
    "is refused without https, or with a user: %s",
    async (url) => expect(await get(allowed(), url)).toEqual(REFUSED),
  );

  it("is called in a network that the operator allows, and in no other", () => {
    const addresses = new PublicAddresses(["10.1.0.0/16", "fd00::/8", "192.168.1.7"]);
    const isAllowed = (address: string) => addresses.isAllowed(address);
    expect(["10.1.2.3", "fd12::1", "192.168.1.7", "::ffff:10.1.2.3"].map(isAllowed)).toEqual(Array(4).fill(true));
    expect(["10.2.0.1", "fc00::1", "192.168.1.8", "::1"].map(isAllowed)).toEqual(Array(4).fill(false));
    expect(["2600::1%eth0", "hooks.example", ""].map(isAllowed)).toEqual(Array(3).fill(false));
  });
});

describe("a call to such an address", () => {
  it("reaches the checked address under the name of the URL", async () => {
    const got = await get(allowed(), hooks());
    expect(got).toMatchObject({ status: 200, body: Buffer.from("received"), isComplete: true });
  });

  it("reaches an allowed address that the URL has", async () => {
    expect(await get(allowed(), `https://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
  });

  it("is refused where the name has a private address", async () => {
    expect(await get(new PublicAddresses([], { resolve: resolveTo("127.0.0.1"), ca }), hooks())).toEqual(REFUSED);
    expect(await get(new PublicAddresses([], { ca }), `https://localhost:${port}/`)).toEqual(REFUSED);
    expect(requests).toBe(0);
  });

  it("is refused where one of several addresses is private", async () => {
    const resolve = async () => ["8.8.8.8", "127.0.0.1"].map((address) => ({ address, family: 4 }));
    expect(await get(new PublicAddresses([], { resolve, ca }), hooks())).toEqual(REFUSED);
  });

  it("resolves the name once, whatever the name server would answer next", async () => {
    const addresses = new PublicAddresses(["127.0.0.1"], { resolve: resolveTo("127.0.0.1", "10.0.0.1"), ca });
    expect(await get(addresses, hooks())).toMatchObject({ status: 200 });
    expect(await get(addresses, hooks())).toEqual(REFUSED);
  });

  it("does not follow a redirect", async () => {
    answer = (response) => response.writeHead(307, { location: hooks("second") }).end();
    expect(await get(allowed(), hooks())).toMatchObject({ status: 307, headers: { location: hooks("second") } });
    expect(requests).toBe(1);
  });

  it("cuts a long answer", async () => {
    answer = (response) => response.end(Buffer.alloc(2_000_000, "x"));
    expect(await get(allowed(), hooks())).toMatchObject({
      status: 200,
      body: Buffer.alloc(1_000, "x"),
      isComplete: false,
    });
  });

  it("needs no end of an answer whose body is not wanted", async () => {
    answer = (response) => void response.writeHead(200, { "content-length": 10 }).write("x");
    expect(await get(allowed(), hooks(), { bytes: 0 })).toMatchObject({ status: 200 });
  });

  it("ends at its deadline, and when the service stops", async () => {
    answer = () => undefined;
    expect(await get(allowed(), hooks(), { within: 50 })).toEqual({ failed: "timeout" });
    answer = (response) => void response.writeHead(200).write("x");
    expect(await get(allowed(), hooks(), { within: 200 })).toEqual({ failed: "timeout" });
    expect(await get(allowed(), hooks(), { stopping: AbortSignal.abort() })).toEqual({ failed: "timeout" });
  });

  it("tells an answer that breaks off, and a closed port", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-length": 10 }).write("x");
      response.destroy();
    };
    expect(await get(allowed(), hooks())).toEqual({ failed: "unreachable" });
    expect(await get(allowed(), "https://hooks.example:1/")).toEqual({ failed: "unreachable" });
  });

  it("tells a certificate of another authority, or of another name", async () => {
    const refused = { failed: "certificate_refused" };
    const unknown = new PublicAddresses(["127.0.0.1"], { resolve: resolveTo("127.0.0.1") });
    expect(await get(unknown, hooks())).toEqual(refused);
    expect(await get(allowed(), `https://other.example:${port}/`)).toEqual(refused);
  });

  it("tells a name that does not exist", async () => {
    const addresses = new PublicAddresses([], {
      resolve: async () => {
        throw Object.assign(new Error(), { code: "ENOTFOUND" });
      },
    });
    expect(await get(addresses, "https://gone.example/")).toEqual({ failed: "host_unknown" });
  });
});
