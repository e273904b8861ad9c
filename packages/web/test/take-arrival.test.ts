import { describe, expect, it } from "@jest/globals";
import { ARRIVAL_KEY, takeArrival } from "../src/arrival/take-arrival.js";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

/** What a page at this address stores, and the address that the browser then shows. */
function arriving(address: string, keeps = true) {
  const steps: string[] = [];
  const location = Object.assign(new URL(address), { replace: (to: string | URL) => void steps.push(`replace ${to}`) });
  const kept = new Map<string, string>();
  let shown: string | null = null;
  takeArrival({
    location,
    history: {
      state: null,
      replaceState(_state, _unused, url) {
        shown = String(url);
        steps.push("rewrite");
      },
    },
    storage: () => {
      if (!keeps) throw new Error("no storage");
      return { setItem: (name, value) => void kept.set(name, value) };
    },
  });
  return { arrival: JSON.parse(kept.get(ARRIVAL_KEY) ?? "null"), shown, steps };
}

describe("The token in the address", () => {
  it.each([
    [`https://s.example/#sso_token=${TOKEN}`, "https://s.example/"],
    [`https://s.example/?sso_token=${TOKEN}`, "https://s.example/"],
    [
      `https://s.example/documents/work-rules?a=1&sso_token=${TOKEN}&b=%20`,
      "https://s.example/documents/work-rules?a=1&b=%20",
    ],
    [`https://s.example/?q=x#part&sso_token=${TOKEN}`, "https://s.example/?q=x#part"],
    [`https://s.example/#%73so_token=${TOKEN}`, "https://s.example/"],
    [`https://s.example//other.example/#sso_token=${TOKEN}`, "https://s.example//other.example/"],
  ])("is kept and taken out of %s", (address, clean) => {
    expect(arriving(address)).toMatchObject({ arrival: { token: TOKEN }, shown: clean });
  });

  it.each([
    ["doubled", `#sso_token=${TOKEN}&sso_token=${TOKEN}`],
    ["doubled", `?sso_token=${TOKEN}#sso_token=${TOKEN}`],
    ["malformed", "#sso_token="],
    ["malformed", "#sso_token"],
    ["malformed", "#sso_token=garbage"],
    ["malformed", `#sso_token=${TOKEN}%00`],
    ["malformed", "#sso_token=%E0%A4%A"],
    ["too-long", `#sso_token=${"a".repeat(1_000_000)}`],
  ])("is refused as %s in %.60s, and taken out all the same", (refused, part) => {
    expect(arriving(`https://s.example/${part}`)).toMatchObject({ arrival: { refused }, shown: "https://s.example/" });
  });

  it("is removed even if the browser stores nothing", () => {
    expect(arriving(`https://s.example/#sso_token=${TOKEN}`, false).shown).toBe("https://s.example/");
  });

  it("leaves every other address unchanged", () => {
    expect(arriving("https://s.example/?q=sso_token%3Dx#sso_tokens=1")).toEqual({
      arrival: null,
      shown: null,
      steps: [],
    });
  });

  it("is replaced in the fragment before the address is rewritten, so that the browser's list of pages leaves it out", () => {
    expect(arriving(`https://s.example/#sso_token=${TOKEN}`).steps).toEqual(["replace #", "rewrite"]);
    expect(arriving(`https://s.example/?sso_token=${TOKEN}`).steps).toEqual(["rewrite"]);
  });
});
