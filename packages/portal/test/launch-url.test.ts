import { describe, expect, it } from "@jest/globals";
import { launchUrl } from "@retrieval/portal";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_";

describe("launchUrl", () => {
  it.each([
    ["https://retrieval.example.com", `https://retrieval.example.com/#sso_token=${TOKEN}`],
    [
      "https://retrieval.example.com/app/?lang=ja&x=1",
      `https://retrieval.example.com/app/?lang=ja&x=1#sso_token=${TOKEN}`,
    ],
    ["https://retrieval.example.com/#old", `https://retrieval.example.com/#sso_token=${TOKEN}`],
    ["http://localhost:3000/", `http://localhost:3000/#sso_token=${TOKEN}`],
    ["http://127.0.0.1:3000/", `http://127.0.0.1:3000/#sso_token=${TOKEN}`],
    ["http://[::1]:3000/", `http://[::1]:3000/#sso_token=${TOKEN}`],
  ])("puts the token into the fragment of %s", (page, expected) => {
    expect(launchUrl(page, TOKEN)).toBe(expected);
  });

  it("encodes a token so that the fragment's reader gets it back", () => {
    for (const token of ["a+b/c==", "a&b=c#d%41", "日本語 \u0000", "𠮷"]) {
      const { hash, search } = new URL(launchUrl("https://retrieval.example.com/?q=1", token));
      expect(new URLSearchParams(hash.slice(1)).get("sso_token")).toBe(token);
      expect(search).toBe("?q=1");
    }
  });

  it.each([
    "http://retrieval.example.com/",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "http://10.0.0.1/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "//retrieval.example.com/",
    "/app",
    "",
    "https://user:password@retrieval.example.com/",
  ])("refuses to hand a token to %j", (page) => {
    expect(() => launchUrl(page, TOKEN)).toThrow(TypeError);
    expect(() => launchUrl(page, TOKEN)).not.toThrow(new RegExp(TOKEN.slice(0, 8)));
  });

  it("refuses to open the pages without a token", () => {
    expect(() => launchUrl("https://retrieval.example.com/", "")).toThrow("token must not be empty");
  });
});
