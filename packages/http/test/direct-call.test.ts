import type { IncomingMessage } from "node:http";
import { expect, it } from "@jest/globals";
import { isDirect } from "../src/middleware/direct-call.js";

const from = (remoteAddress: string | undefined) => ({ socket: { remoteAddress }, headers: {} }) as IncomingMessage;

it("a call is direct from a loopback address only", () => {
  for (const address of ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"])
    expect({ address, direct: isDirect(from(address), false) }).toEqual({ address, direct: true });
  for (const address of ["10.0.0.1", "192.0.2.7", "::ffff:192.0.2.7", "fe80::1", "::", "0.0.0.0", "", undefined])
    expect({ address, direct: isDirect(from(address), false) }).toEqual({ address, direct: false });
});

it("no call is direct behind a proxy that is trusted", () => {
  for (const trusted of [1, ["loopback"], ["10.0.0.0/8"]])
    expect({ trusted, direct: isDirect(from("127.0.0.1"), trusted) }).toEqual({ trusted, direct: false });
});
