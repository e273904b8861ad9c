import { describe, expect, it } from "@jest/globals";
import { isPrivateHost } from "../src/index.js";

describe("isPrivateHost", () => {
  it.each([
    ...[
      "http://localhost:8080/v1",
      "http://LOCALHOST",
      "http://localhost./v1",
      "https://127.0.0.1",
      "http://127.255.0.9",
    ],
    ...["http://10.0.0.1", "http://10.255.255.255", "http://172.16.0.1", "http://172.31.255.255", "http://192.168.1.9"],
    ...["http://169.254.1.1", "http://[::1]:8080", "http://[fc00::1]", "http://[fdff::1]", "http://[fe80::1]"],
    ...["http://[febf::1]", "http://[0:0:0:0:0:0:0:1]", "http://[::ffff:10.0.0.1]", "http://[::ffff:7f00:1]"],
    // Other forms of 127.0.0.1, 10.0.0.1 and 192.168.0.1.
    ...["http://127.1", "http://2130706433", "http://0x7f000001", "http://0177.0.0.1", "http://127.0.0.1."],
    ...["http://10.1", "http://0xa.0.0.1", "http://192.168.1", "http://１２７.０.０.１", "http://127。0。0。1"],
    ...["http://gpu-1:8080/v1", "https://tei", "http://model_server"],
  ])("%s is", (url) => {
    expect(isPrivateHost(url)).toBe(true);
    expect(isPrivateHost(new URL(url))).toBe(true);
  });

  it.each([
    ...[
      "https://api.openai.com/v1",
      "https://models.example",
      "http://8.8.8.8",
      "http://134744072",
      "http://0x08080808",
    ],
    ...["http://9.255.255.255", "http://11.0.0.0", "http://172.15.255.255", "http://172.32.0.0", "http://192.169.0.1"],
    ...[
      "http://169.253.0.1",
      "http://128.0.0.1",
      "http://0.0.0.0",
      "http://100.64.0.1",
      "http://[::]",
      "http://[fec0::1]",
    ],
    ...["http://[2001:db8::1]", "http://[fbff::1]", "http://[::ffff:8.8.8.8]", "http://[::ffff:808:808]"],
    // Names that only begin or end like a private one.
    ...[
      "http://localhost.example.com",
      "http://127.0.0.1.example.com",
      "http://10.0.0.1.nip.io",
      "http://localhost.evil",
    ],
    ...["http://gpu.internal", "http://gpu.local", "http://a.localhost", "http://example.com.", "http://localhost.."],
    // A top-level domain, not a name of this network.
    "http://ai.",
    // The part before the @ is a user.
    ...["http://localhost@example.com", "http://127.0.0.1:80@example.com", "http://example.com/127.0.0.1"],
    ...["http://example.com#@localhost", "http://example.com\\@localhost", "http://example.com?localhost"],
    ...[
      "ftp://localhost",
      "localhost:8080",
      "//localhost",
      "file:///localhost",
      "gpu",
      "",
      "http://",
      "http://256.1.1.1",
    ],
  ])("%s is not", (url) => {
    expect(isPrivateHost(url)).toBe(false);
  });
});
