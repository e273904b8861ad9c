import type { ReactNode } from "react";
import { decoded } from "../decoded.js";
import type { AdminPage } from "../pages.js";
import { NotFound } from "../shell/not-found.js";
import type { Pages } from "../shell/routes.js";
import { KINDS } from "./audiences/addresses.js";
import { AudiencePage } from "./audiences/audience-page.js";
import { AudiencesPage } from "./audiences/audiences-page.js";
import { AuditPage } from "./audit/audit-page.js";
import { CertificatePage } from "./documents/confirmations/certificate-page.js";
import { ConfirmationsPage } from "./documents/confirmations/confirmations-page.js";
import { DocumentAdminPage } from "./documents/document-admin-page.js";
import { DocumentsAdminPage } from "./documents/documents-admin-page.js";
import { UploadPage } from "./documents/upload/upload-page.js";
import { FrontPageAdminPage } from "./front-page/front-page-admin-page.js";
import { JobsPage } from "./jobs/jobs-page.js";
import { UsagePage } from "./usage/usage-page.js";
import { ImportPage } from "./users/import-page.js";
import { UserPage } from "./users/user/user-page.js";
import { UsersPage } from "./users/users-page.js";
import { VocabularyPage } from "./vocabulary/vocabulary-page.js";

export const PAGES: Pages<AdminPage> = {
  "/admin/documents": () => <DocumentsAdminPage />,
  "/admin/upload": () => <UploadPage />,
  "/admin/documents/:document_id/confirmations": ({ document_id = "" }) => (
    <ConfirmationsPage key={document_id} document_id={decoded(document_id)} />
  ),
  "/admin/documents/:document_id/versions/:number/certificate": ({ document_id = "", number = "" }) => (
    <CertificatePage document_id={decoded(document_id)} number={decoded(number)} />
  ),
  "/admin/documents/:document_id/:part?": ({ document_id = "", part = "access" }) => (
    <DocumentAdminPage key={document_id} document_id={decoded(document_id)} part={part} />
  ),
  "/admin/users": () => <UsersPage />,
  "/admin/users/:user_id": ({ user_id = "" }) => <UserPage key={user_id} user_id={decoded(user_id)} />,
  "/admin/audiences/:kind?/:audience?": ({ kind = "departments", audience }) => audiences(kind, audience),
  "/admin/imports": () => <ImportPage />,
  "/admin/front-page": () => <FrontPageAdminPage />,
  "/admin/vocabulary": () => <VocabularyPage />,
  "/admin/usage": () => <UsagePage />,
  "/admin/jobs": () => <JobsPage />,
  "/admin/audit": () => <AuditPage />,
};

function audiences(named: string, audience: string | undefined): ReactNode {
  const kind = KINDS.find((kind) => kind === named);
  if (kind === undefined) return <NotFound />;
  if (audience === undefined) return <AudiencesPage key={kind} kind={kind} />;
  return <AudiencePage key={audience} kind={kind} audience={decoded(audience)} />;
}
