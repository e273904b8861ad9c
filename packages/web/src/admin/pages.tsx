import type { ReactNode } from "react";
import { decoded } from "../decoded.js";
import { NotFound } from "../shell/not-found.js";
import { AUDIENCES_ADDRESS, KINDS } from "./audiences/addresses.js";
import { AudiencePage } from "./audiences/audience-page.js";
import { AudiencesPage } from "./audiences/audiences-page.js";
import { AuditPage } from "./audit/audit-page.js";
import { UPLOAD_ADDRESS } from "./documents/addresses.js";
import { DocumentAdminPage } from "./documents/document-admin-page.js";
import { DocumentsAdminPage } from "./documents/documents-admin-page.js";
import { UploadPage } from "./documents/upload/upload-page.js";
import { JobsPage } from "./jobs/jobs-page.js";
import { UsagePage } from "./usage/usage-page.js";
import { ImportPage } from "./users/import-page.js";
import { UserPage } from "./users/user/user-page.js";
import { UsersPage } from "./users/users-page.js";
import { VocabularyPage } from "./vocabulary/vocabulary-page.js";

type Parameters = Readonly<Record<string, string | undefined>>;

/** A part of the administration: its link in the navigation, its name in the browser's tab, and its pages. */
interface Section {
  readonly path: string;
  readonly title: readonly [en: string, ja: string];
  /** By address. A page without a name of its own has the one of the section. */
  readonly pages: Readonly<Record<string, (parameters: Parameters) => ReactNode>>;
}

/** Every page of the administration: the navigation, the routes and the names of the pages are made of this table. */
export const SECTIONS: readonly Section[] = [
  {
    path: "/admin/documents",
    title: ["Documents", "文書"],
    pages: {
      "/admin/documents": () => <DocumentsAdminPage />,
      [UPLOAD_ADDRESS]: () => <UploadPage />,
      "/admin/documents/:document_id/:part?": ({ document_id = "", part = "access" }) => (
        <DocumentAdminPage key={document_id} document_id={decoded(document_id)} part={part} />
      ),
    },
  },
  {
    path: "/admin/users",
    title: ["Users", "ユーザー"],
    pages: {
      "/admin/users": () => <UsersPage />,
      "/admin/users/:user_id": ({ user_id = "" }) => <UserPage key={user_id} user_id={decoded(user_id)} />,
    },
  },
  {
    path: AUDIENCES_ADDRESS,
    title: ["Departments and groups", "部署・グループ"],
    pages: { [`${AUDIENCES_ADDRESS}/:kind?/:audience?`]: audiences },
  },
  { path: "/admin/imports", title: ["Import", "取り込み"], pages: { "/admin/imports": () => <ImportPage /> } },
  {
    path: "/admin/vocabulary",
    title: ["Vocabulary", "語彙"],
    pages: { "/admin/vocabulary": () => <VocabularyPage /> },
  },
  { path: "/admin/usage", title: ["Usage", "利用状況"], pages: { "/admin/usage": () => <UsagePage /> } },
  { path: "/admin/jobs", title: ["Jobs", "ジョブ"], pages: { "/admin/jobs": () => <JobsPage /> } },
  { path: "/admin/audit", title: ["Audit log", "監査ログ"], pages: { "/admin/audit": () => <AuditPage /> } },
];

function audiences({ kind: named = "departments", audience }: Parameters): ReactNode {
  const kind = KINDS.find((kind) => kind === named);
  if (kind === undefined) return <NotFound />;
  if (audience === undefined) return <AudiencesPage key={kind} kind={kind} />;
  return <AudiencePage key={audience} kind={kind} audience={decoded(audience)} />;
}
