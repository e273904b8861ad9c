import { ACCOUNTING, HUMAN_RESOURCES } from "./departments.js";
import { GRANTED_USER, SECOND_GRANTED_USER } from "./granted-users.js";

/** A document's readers (SPEC 2.3), with every list written out. */
export interface SampleAccessRules {
  readonly allow_all: boolean;
  readonly allowed_department_codes: readonly string[];
  readonly allowed_groups: readonly string[];
  readonly allowed_users: readonly string[];
}

/** A document of the sample company and its rule. */
export interface SampleDocument {
  readonly document_id: string;
  readonly title: string;
  /** A date-like text (SPEC 2.6): the day the edition took effect. */
  readonly version: string;
  /** The number that the company gave it. */
  readonly number: string;
  /** A path, with a slash between its parts. */
  readonly category: string;
  /** The department that cares for it. */
  readonly owner: string;
  /** Path inside packages/demo/sample. */
  readonly file: string;
  readonly access_rules: SampleAccessRules;
}

const nobody: SampleAccessRules = {
  allow_all: false,
  allowed_department_codes: [],
  allowed_groups: [],
  allowed_users: [],
};
const everyone: SampleAccessRules = { ...nobody, allow_all: true };

/** One document for every way in which a rule can allow users, and one for the rule that allows no user. */
export const sampleDocuments: readonly SampleDocument[] = [
  document("work-rules", "就業規則", "2025-04-01", ["HR-001", "人事/就業", "人事部"], everyone),
  document("wage-rules", "賃金規程", "2025-04-01", ["HR-002", "人事/賃金", "人事部"], everyone),
  document("travel-expenses", "旅費規程", "2025-04-01", ["GA-003", "総務/旅費", "総務部"], everyone),
  document(
    "information-security",
    "情報セキュリティ規程",
    "2025-06-01",
    ["IS-001", "情報システム", "情報システム部"],
    everyone,
  ),
  document("childcare-leave", "育児・介護休業等規程", "2025-10-01", ["HR-003", "人事/就業", "人事部"], everyone),
  document("employee-handbook-en", "Employee Handbook", "2025-04-01", ["HR-E01", "人事/就業", "人事部"], everyone),
  document("closing-manual", "決算業務要領", "2025-07-01", ["AC-004", "経理", "経理部"], {
    ...nobody,
    allowed_department_codes: [ACCOUNTING],
  }),
  document("evaluation-guide", "人事評価実施要領", "2025-04-01", ["HR-005", "人事/評価", "人事部"], {
    ...nobody,
    allowed_department_codes: [HUMAN_RESOURCES],
    allowed_groups: ["managers"],
  }),
  document(
    "board-minutes",
    "取締役会議事録（第67期 第2回・第3回）",
    "2025-06-24",
    ["EX-067", "経営/取締役会", "役員室"],
    { ...nobody, allowed_groups: ["executives"] },
  ),
  document(
    "project-kingfisher-en",
    "Project Kingfisher: Working Paper",
    "2025-09-08",
    ["CP-012", "経営/案件", "経営企画部"],
    { ...nobody, allowed_users: [GRANTED_USER, SECOND_GRANTED_USER] },
  ),
  // An unpublished draft: loaded and indexed, but not shown to users.
  document("sales-incentive", "営業奨励金支給規程（案）", "2025-10-15", ["HR-006", "人事/賃金", "人事部"], nobody),
];

/** A document's file; right from `src` and from `dist`, which have the same depth. */
export function sampleDocumentUrl({ file }: Pick<SampleDocument, "file">): URL {
  return new URL(`../../sample/${file}`, import.meta.url);
}

function document(
  document_id: string,
  title: string,
  version: string,
  [number, category, owner]: readonly [number: string, category: string, owner: string],
  access_rules: SampleAccessRules,
): SampleDocument {
  return { document_id, title, version, number, category, owner, file: `documents/${document_id}.md`, access_rules };
}
