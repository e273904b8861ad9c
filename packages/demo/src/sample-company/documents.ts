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
  document("work-rules", "就業規則", "2025-04-01", everyone),
  document("wage-rules", "賃金規程", "2025-04-01", everyone),
  document("travel-expenses", "旅費規程", "2025-04-01", everyone),
  document("information-security", "情報セキュリティ規程", "2025-06-01", everyone),
  document("childcare-leave", "育児・介護休業等規程", "2025-10-01", everyone),
  document("employee-handbook-en", "Employee Handbook", "2025-04-01", everyone),
  document("closing-manual", "決算業務要領", "2025-07-01", { ...nobody, allowed_department_codes: [ACCOUNTING] }),
  document("evaluation-guide", "人事評価実施要領", "2025-04-01", {
    ...nobody,
    allowed_department_codes: [HUMAN_RESOURCES],
    allowed_groups: ["managers"],
  }),
  document("board-minutes", "取締役会議事録（第67期 第2回・第3回）", "2025-06-24", {
    ...nobody,
    allowed_groups: ["executives"],
  }),
  document("project-kingfisher-en", "Project Kingfisher: Working Paper", "2025-09-08", {
    ...nobody,
    allowed_users: [GRANTED_USER, SECOND_GRANTED_USER],
  }),
  // An unpublished draft: loaded and indexed, but not shown to users.
  document("sales-incentive", "営業奨励金支給規程（案）", "2025-10-15", nobody),
];

/** A document's file; right from `src` and from `dist`, which have the same depth. */
export function sampleDocumentUrl({ file }: Pick<SampleDocument, "file">): URL {
  return new URL(`../../sample/${file}`, import.meta.url);
}

function document(
  document_id: string,
  title: string,
  version: string,
  access_rules: SampleAccessRules,
): SampleDocument {
  return { document_id, title, version, file: `documents/${document_id}.md`, access_rules };
}
