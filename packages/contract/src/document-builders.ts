import { type AccessRules, CLOSED, EVERYONE, type Reader, readerFilter } from "@retrieval/core";
import { type DocumentTree, type Passage, relateChunks, type Section, structureDocument } from "@retrieval/core/chunks";
import type { DocumentVersion } from "@retrieval/core/ports";

export function aParagraph(text: string): Passage {
  return { kind: "paragraph", text };
}

/** `第16条` and the like; its heading is label and title in brackets. */
export function anArticle(label: string, title: string, ...children: Section["children"]): Section {
  return { kind: "section", type: "article", label, title, heading: `${label}（${title}）`, children };
}

export function anAnnex(label: string, title: string, ...children: Section["children"]): Section {
  return { kind: "section", type: "annex", label, title, heading: `${label}（${title}）`, children };
}

/** Work rules with a preamble, two articles of two paragraphs each, and an annex to the second one. */
export const WORK_RULES: DocumentTree = {
  children: [
    aParagraph("この規則は、社員の就業に関する事項を定める。"),
    anArticle("第1条", "目的", aParagraph("目的の第1項"), aParagraph("目的の第2項")),
    anArticle("第16条", "手当", aParagraph("手当の額は、別表第1のとおりとする。"), aParagraph("手当の第2項")),
    anAnnex("別表第1", "第16条関係", {
      kind: "table",
      table: { columns: ["職位", "額"], rows: [["課長", "30,000円"]] },
      markdown: "| 職位 | 額 |\n| --- | --- |\n| 課長 | 30,000円 |",
    }),
  ],
};

/** The chunk_ids of {@link WORK_RULES} as the document `work-rules`, in reading order. */
export const WORK_RULES_IDS = [
  "work-rules::paragraph-1",
  "work-rules::art1::heading-1",
  "work-rules::art1::paragraph-1",
  "work-rules::art1::paragraph-2",
  "work-rules::art16::heading-1",
  "work-rules::art16::paragraph-1",
  "work-rules::art16::paragraph-2",
  "work-rules::annex1::annex_title-1",
  "work-rules::annex1::table-1",
] as const;

export interface VersionFields extends Partial<Omit<DocumentVersion, "chunks" | "relations" | "accepted">> {
  readonly accepted: number;
  /** {@link WORK_RULES} unless another tree is given. */
  readonly tree?: DocumentTree;
}

/** A version of the work rules without an access rule; a new document is open to every user. */
export function aVersion({ tree = WORK_RULES, ...fields }: VersionFields): DocumentVersion {
  const { document_id = "work-rules", title = "就業規則" } = fields;
  const chunks = structureDocument({ document_id, title }, tree);
  return {
    document_id,
    title,
    version: "2025-04-01",
    chunks,
    relations: relateChunks(chunks),
    access_rules: null,
    default_rules: EVERYONE,
    ...fields,
  };
}

/** A rule that opens only to the users, groups and departments that it names. */
export function aRule(fields: Partial<AccessRules> = {}): AccessRules {
  return { ...CLOSED, ...fields };
}

/** An ordinary reader with no other fields. */
export function aReader(fields: Partial<Reader> = {}): Reader {
  return { user_id: "100001", role: "user", department_code: null, permission_groups: [], ...fields };
}

/** The filter of an ordinary reader. */
export const ORDINARY = readerFilter(aReader());
/** The filter of an administrator. */
export const ADMIN = readerFilter(aReader({ user_id: "900001", role: "admin" }));
