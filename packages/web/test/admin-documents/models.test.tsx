/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { Models } from "../../src/admin/documents/models.js";
import { answer, answering, show } from "./service.js";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function shown(models: readonly object[], language: "en" | "ja" = "en") {
  const service = answering({ "GET /api/manage/models": () => answer({ items: models, next_cursor: null }) });
  show(<Models />, service, language);
  return service;
}

const MODELS = [
  { purpose: "embedding", model: "e5", host: "gpu-1:8080", in_own_network: true, only_open: false },
  { purpose: "answer", model: "small", host: "models.example.com", in_own_network: false, only_open: true },
];
const itemsOf = async () => (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);

describe("Where texts are sent", () => {
  it("is each model with its host and the documents that may go there", async () => {
    shown(MODELS);
    await screen.findByText("Documents and questions are sent to gpu-1:8080, models.example.com");
    expect(await itemsOf()).toEqual([
      "Search by meaning: e5 at gpu-1:8080, in your own networkQuestions, and every document, restricted ones too",
      "Answers: small at models.example.com, outside your networkQuestions, and documents that are open to everyone",
    ]);
  });

  it("is said in Japanese", async () => {
    shown(MODELS, "ja");
    expect(await itemsOf()).toEqual([
      "意味による検索：e5（gpu-1:8080、社内）質問と、閲覧が制限された文書を含むすべての文書",
      "回答の作成：small（models.example.com、社外）質問と、全員に公開している文書",
    ]);
  });

  it("is nothing without a model", async () => {
    const { sent } = shown([]);
    await waitFor(() => expect(sent.some(({ path }) => path === "/api/manage/models")).toBe(true));
    expect(document.body.textContent).toBe("");
  });
});
