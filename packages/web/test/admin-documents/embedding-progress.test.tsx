/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { EmbeddingProgress } from "../../src/admin/documents/embedding-progress.js";
import { answer, answering, show } from "./service.js";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function shown(progress: object, language: "en" | "ja" = "en") {
  const service = answering({ "GET /api/manage/embeddings": () => answer({ model: "m", ...progress }) });
  show(<EmbeddingProgress />, service, language);
  return service;
}

describe("The progress of search by meaning", () => {
  it("is a bar with words while vectors are made", async () => {
    shown({ documents: 1_200, embedded: 300, kept_back: 0 });
    const bar = (await screen.findByLabelText(
      "Search by meaning: 300 of 1,200 documents ready",
    )) as HTMLProgressElement;
    expect([bar.value, bar.max]).toEqual([300, 1_200]);
  });

  it("says which documents stay found by words", async () => {
    shown({ documents: 3, embedded: 2, kept_back: 1 }, "ja");
    await screen.findByText(/^1 件の文書は、閲覧が制限されているため/);
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it.each([
    ["all are ready", { documents: 3, embedded: 3, kept_back: 0 }],
    ["there is no model", { model: null, documents: 0, embedded: 0, kept_back: 0 }],
  ])("is nothing where %s", async (_, progress) => {
    const { sent } = shown(progress);
    await waitFor(() => expect(sent.some(({ path }) => path === "/api/manage/embeddings")).toBe(true));
    expect(document.body.textContent).toBe("");
  });
});
