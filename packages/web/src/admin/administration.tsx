import { Route, Switch, useLocation } from "wouter";
import { decoded } from "../decoded.js";
import { useMessages } from "../i18n/i18n.js";
import { NotFound } from "../shell/not-found.js";
import { LinkTabs } from "../ui/link-tabs.js";
import { AUDIENCES_ADDRESS, KINDS } from "./audiences/addresses.js";
import { AudiencePage } from "./audiences/audience-page.js";
import { AudiencesPage } from "./audiences/audiences-page.js";
import { AuditPage } from "./audit/audit-page.js";
import { UPLOAD_ADDRESS } from "./documents/addresses.js";
import { DocumentAdminPage } from "./documents/document-admin-page.js";
import { DocumentsAdminPage } from "./documents/documents-admin-page.js";
import { UploadPage } from "./documents/upload/upload-page.js";
import { JobsPage } from "./jobs/jobs-page.js";
import { messages } from "./messages.js";
import { UsagePage } from "./usage/usage-page.js";
import { ImportPage } from "./users/import-page.js";
import { UserPage } from "./users/user/user-page.js";
import { UsersPage } from "./users/users-page.js";
import { VocabularyPage } from "./vocabulary/vocabulary-page.js";

const SECTIONS = ["documents", "users", "audiences", "imports", "vocabulary", "usage", "jobs", "audit"] as const;

/** The administrators' pages. Other users never load this file, and the service would refuse its calls. */
export function Administration() {
  const text = useMessages(messages);
  const [location] = useLocation();
  return (
    <>
      <LinkTabs
        label={text.sections}
        look="line"
        tabs={SECTIONS.map((section) => {
          const href = `/admin/${section}`;
          return {
            href,
            text: text[section],
            isHere:
              location === href ||
              location.startsWith(`${href}/`) ||
              (section === "documents" && location === UPLOAD_ADDRESS),
          };
        })}
      />
      <Switch>
        <Route path="/admin/documents" component={DocumentsAdminPage} />
        <Route path={UPLOAD_ADDRESS} component={UploadPage} />
        <Route path="/admin/documents/:document_id/:part?">
          {({ document_id, part }) => (
            <DocumentAdminPage key={document_id} document_id={decoded(document_id)} part={part ?? "access"} />
          )}
        </Route>
        <Route path="/admin/users" component={UsersPage} />
        <Route path="/admin/users/:user_id">
          {({ user_id }) => <UserPage key={user_id} user_id={decoded(user_id)} />}
        </Route>
        <Route path={`${AUDIENCES_ADDRESS}/:kind?/:audience?`}>
          {({ kind = "departments", audience }) => <Audiences kind={kind} audience={audience} />}
        </Route>
        <Route path="/admin/imports" component={ImportPage} />
        <Route path="/admin/vocabulary" component={VocabularyPage} />
        <Route path="/admin/usage" component={UsagePage} />
        <Route path="/admin/jobs" component={JobsPage} />
        <Route path="/admin/audit" component={AuditPage} />
        <Route component={NotFound} />
      </Switch>
    </>
  );
}

function Audiences(params: { kind: string; audience: string | undefined }) {
  const kind = KINDS.find((kind) => kind === params.kind);
  if (kind === undefined) return <NotFound />;
  if (params.audience === undefined) return <AudiencesPage key={kind} kind={kind} />;
  const audience = decoded(params.audience);
  return <AudiencePage key={audience} kind={kind} audience={audience} />;
}
