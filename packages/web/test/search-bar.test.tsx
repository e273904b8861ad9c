/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { SearchBar } from "../src/reading/search-bar.js";
import { answer, answering, show } from "./admin-documents/service.js";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  history.replaceState(null, "", "/");
});

/** The field, what it has asked for, and what is searched. */
async function bar(suggestions: object[] = []) {
  history.replaceState(null, "", "/");
  const service = answering({ "GET /api/suggest": () => answer({ suggestions }) });
  show(<SearchBar />, service, "en");
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  // The session is read.
  for (let i = 0; i < 10 && screen.queryByRole("searchbox") === null; i += 1) await pass(10);
  const field = screen.getByRole("searchbox");
  return {
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    field,
    pass,
    suggested: () => service.sent.filter(({ path }) => path.startsWith("/api/suggest")).length,
    searched: () => new URLSearchParams(location.search).get("q"),
  };
}

describe("The search field of a page", () => {
  it("asks for suggestions twice a second at most while the user types, and searches when typing rests", async () => {
    const word = { text: "年次有給休暇", document_id: null, document_title: null, chunk_id: null };
    const { type, pass, suggested, searched } = await bar([word]);
    const question = "有休は一年に何日もらえますか";
    for (let length = 1; length <= question.length; length += 1) {
      type(question.slice(0, length));
      await pass(130);
      expect(searched()).toBeNull();
    }
    await pass(269);
    expect(searched()).toBeNull();
    await pass(1);
    expect(searched()).toBe(question);
    await pass(1_000);
    expect(suggested()).toBeLessThanOrEqual(1 + Math.ceil((question.length * 130) / 500));
    expect(suggested()).toBeGreaterThan(2);
  });

  it("asks for no suggestions for what continues a text without one", async () => {
    const { type, pass, suggested } = await bar();
    for (const text of ["有休は", "有休は一年", "有休は一年に何日"]) {
      type(text);
      await pass(600);
    }
    expect(suggested()).toBe(1);
    type("有休");
    await pass(600);
    expect(suggested()).toBe(2);
  });

  it("searches a single character only on Enter", async () => {
    const { type, field, pass, searched } = await bar();
    type("有");
    await pass(2_000);
    expect(searched()).toBeNull();
    fireEvent.submit(field.closest("form") as HTMLFormElement);
    expect(searched()).toBe("有");
  });

  it("asks for nothing during a conversion", async () => {
    const { type, field, pass, suggested, searched } = await bar();
    fireEvent.compositionStart(field);
    type("ゆうきゅう");
    await pass(2_000);
    expect([suggested(), searched()]).toEqual([0, null]);
    type("有休");
    fireEvent.compositionEnd(field);
    await pass(600);
    expect([suggested(), searched()]).toEqual([1, "有休"]);
  });
});
