export const RESULT = {
  score: 1,
  fit: 1,
  doc: { id: "travel", title: "旅費規程", version: "1" },
  section: { id: "travel::art5", type: "article", label: "第5条", title: "日当", breadcrumb: [] },
  chunk: { chunk_id: "travel::art5::paragraph-1", display: { body_text: "旅費は、別表による。", body_md: null } },
  highlights: [],
};
/** What a search found. */
export const FOUND = {
  results: [RESULT],
  documents: [{ id: "travel", title: "旅費規程", sections: 1, named: false }],
  widened: [],
  corrected: [],
  total: 1,
  total_is: "exact",
  fits: true,
  answer: null,
};
