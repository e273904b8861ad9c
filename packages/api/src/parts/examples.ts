// Shared examples: one short document, restricted to a department.

export const DOCUMENT = { document_id: "work-rules", title: "Work rules", version: "2026-04-01" } as const;
const { document_id, title, version } = DOCUMENT;

export const RULES = {
  allow_all: false,
  allowed_department_codes: ["D1020"],
  allowed_groups: [],
  allowed_users: ["900001"],
} as const;

export const CHUNK_ID = `${document_id}::art1::paragraph-1`;
const TEXT = "These rules govern the working hours of all employees.";
/** The hash of the text above, see `textHash`. */
export const TEXT_HASH = "sha256:963a38061b3145c407c05a1bcba25192b8afd568c17ff3748230e23e8b0d3cef";
const SECTION = { level: 1, type: "article", label: "Article 1", title: "Purpose" } as const;

export const GIVEN_CHUNK = {
  text_type: "paragraph",
  content: TEXT,
  metadata: { section_path: [SECTION] },
} as const;

export const CHUNK = {
  chunk_id: CHUNK_ID,
  doc_id: document_id,
  text_type: "paragraph",
  content: TEXT,
  content_md: null,
  metadata: {
    doc_title: title,
    section_path: [SECTION],
    parent_section_title: null,
    annex_title: null,
    page_range: null,
    anchors: {},
    text_hash: TEXT_HASH,
    embed_version: null,
    preprocessing: { llm_revision: null },
  },
  display: { title: "Article 1 Purpose", breadcrumb: ["Article 1 Purpose"], body_text: TEXT, body_md: null },
} as const;

export const DOC = { id: document_id, title, version } as const;
export const CHANGES = { unchanged: 0, changed: 0, added: 1, removed: 0 } as const;
export const JOB_ID = "6f1f3c9e-8f0b-4f0e-9a54-0a3d6c1f2b7d";
export const TOKEN_ID = "0d9a4c53-9f1c-4b9e-8a55-3c1f2b7d6e10";
export const JOB = {
  job_id: JOB_ID,
  document_id: DOCUMENT.document_id,
  title: DOCUMENT.title,
  by_user: "900001",
  created_at: "2026-01-31T00:00:00.000Z",
  state: "done",
  progress: 1,
  warnings: [],
  changes: CHANGES,
  contents: { chapters: 2, articles: 12, tables: 1 },
  draft: false,
  unchanged: false,
  error: null,
  problems: [],
} as const;
export const USER = { user_id: "900001", display_name: "Sato Hanako" } as const;
export const SUMMARY = { ...USER, role: "user", is_active: true } as const;
export const AT = "2026-04-01T00:00:00.000Z";
