/** @jest-environment jsdom */
import { afterEach, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Administration } from "../src/admin/administration.js";
import { type Answer, showSignedIn } from "./admin-users/signed-in.js";

afterEach(cleanup);

const entry = { word: null, document_id: null, title: null, users: 3, days: 1 };
const ENTRIES = [
  { ...entry, kind: "document-read", document_id: "work-rules", title: "就業規則", users: 12, days: 4 },
  { ...entry, kind: "search-unmet", word: "有休 とは" },
  { ...entry, kind: "answer-wrong-in", document_id: "gone" },
];
const usage =
  (is_on: boolean, entries: readonly object[]): Answer =>
  ({ path }) => ({ body: path.endsWith("/usage") ? { is_on, entries } : { next_cursor: null } });
const show = (answer: Answer, language: "en" | "ja" = "en") =>
  showSignedIn(<Administration />, "/admin/usage", answer, language);
const linksOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

it("leads from each word to the vocabulary and the search, and from each document to its pages", async () => {
  show(usage(true, ENTRIES));
  expect(linksOf(await screen.findByRole("row", { name: /有休/ }))).toEqual([
    ["Add to the vocabulary", `/admin/vocabulary?said=${encodeURIComponent("有休 とは")}`],
    ["Search", expect.stringMatching(/^\/\?q=%E6%9C%89%E4%BC%91(\+|%20)/)],
  ]);
  const read = screen.getByRole("row", { name: /就業規則/ });
  expect(linksOf(read)).toEqual([
    ["就業規則", "/admin/documents/work-rules/chunks"],
    ["Read", "/documents/work-rules"],
  ]);
  expect(read.textContent).toMatch(/at least 12.*4/);
  // A deleted document has no title.
  screen.getByRole("link", { name: "gone" });
  // What is missing comes before what is read; empty lists are left out.
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Searches without a fitting result",
    "Answers judged not helpful: where they came from",
    "What users read",
  ]);
});

it("asks for the period that is chosen", async () => {
  const sent = show(usage(true, ENTRIES));
  const asked = () => sent.filter(({ path }) => path.endsWith("/usage")).map(({ query }) => query.days);
  await screen.findByRole("row", { name: /有休/ });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Period" }), "Yesterday");
  await waitFor(() => expect(asked()).toEqual(["30", "1"]));
});

it.each([
  [true, "表示できる内容はまだありません"],
  [false, "利用状況は集計していません"],
])("says in Japanese why there is nothing: counted %p", async (is_on, said) => {
  show(usage(is_on, []), "ja");
  await screen.findByRole("heading", { name: said });
  expect(screen.queryByRole("table")).toBeNull();
});
