import { callAs, type TestService } from "../harness.js";

/** The section path of a chunk in one of its articles. */
export const article = (number: number, title: string) => [
  { level: 1, type: "chapter", label: "第2章", title: "旅費" },
  { level: 2, type: "article", label: `第${number}条`, title },
];

/** Two articles and an annex, with a chunk of each kind, as the body of an upload. */
export const CHUNKS = [
  { text_type: "heading", content: "第5条（宿泊料）", metadata: { section_path: article(5, "宿泊料") } },
  {
    text_type: "paragraph",
    content: "宿泊料は、別表第1に定める。\n  ただし、上限とする。",
    metadata: { section_path: article(5, "宿泊料") },
  },
  {
    text_type: "list",
    content: "1. 部長\n2. 課長",
    content_md: "1. 部長\n2. 課長",
    metadata: { section_path: article(5, "宿泊料") },
  },
  { text_type: "paragraph", content: "日当は実費とする。", metadata: { section_path: article(6, "日当") } },
  {
    text_type: "table",
    content: "職位: 部長 / 上限: 12,000円",
    content_md: "| 職位 | 上限 |\n| --- | --- |\n| 部長 | 12,000円 |",
    metadata: {
      section_path: [{ level: 1, type: "annex", label: "別表第1", title: "第5条関係" }],
      annex_title: "別表第1 第5条関係",
      page_range: [3, 4],
      anchors: { bbox: [1, 2, 3.5, 4] },
      embed_version: "model-x@2026-01-01",
    },
  },
];

/** Uploads a document. @returns its job when it has ended */
export function upload(t: TestService, admin: string, document_id: string, body: object) {
  return callAs(t, admin, "put", `/api/manage/documents/${document_id}?wait=true`, body);
}

/** Requests a chunk by ids that may be invalid. */
export function reference(t: TestService, token: string, chunkId: unknown, docId: unknown) {
  return callAs(t, token, "post", "/api/reference", { chunkId, docId });
}
