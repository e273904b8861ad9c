// Shared examples: one short document, restricted to a department.

export const DOCUMENT = { document_id: "work-rules", title: "Work rules", version: "2026-04-01" } as const;

export const RULES = {
  allow_all: false,
  allowed_department_codes: ["D1020"],
  allowed_groups: [],
  allowed_users: ["900001"],
} as const;

export const SECTION_ID = `${DOCUMENT.document_id}::art1`;
export const CHUNK = `${SECTION_ID}::paragraph-1`;
export const GIVEN_CHUNK = {
  text_type: "paragraph",
  content: "These rules govern the working hours of all employees.",
  metadata: { section_path: [{ level: 1, type: "article", label: "Article 1", title: "Purpose" }] },
} as const;

export const JOB_ID = "6f1f3c9e-8f0b-4f0e-9a54-0a3d6c1f2b7d";
export const WEBHOOK_ID = "5b0c7a0e-2f6d-4a3b-9d57-8a1e4c2f9b66";
export const TOKEN_ID = "0d9a4c53-9f1c-4b9e-8a55-3c1f2b7d6e10";
export const CLIENT_ID = "https://assistant.example.com/client.json";
export const AUTHORIZATION_ID = "4kLq0v7w_Zc8B1sVxYp2nT9eRmUoHd6iJfGaKwQz3tE";
export const USER = { user_id: "900001", display_name: "Sato Hanako" } as const;
