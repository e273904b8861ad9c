import type { Handlers } from "../routing/handler.js";
import { accessRuleHandlers } from "./access-rules.js";
import { accessTokenHandlers } from "./access-tokens.js";
import { answerHandlers } from "./answers.js";
import { auditHandlers } from "./audit.js";
import { authorizationHandlers } from "./authorizations.js";
import { authzenHandlers } from "./authzen.js";
import { changeHandlers } from "./changes.js";
import { comparisonHandlers } from "./comparisons.js";
import { departmentHandlers } from "./departments.js";
import { lifeHandlers } from "./document-life.js";
import { documentHandlers } from "./documents.js";
import { frontPageHandlers } from "./front-page.js";
import { importHandlers } from "./imports.js";
import { jobHandlers } from "./jobs.js";
import { modelHandlers } from "./models.js";
import { confirmationHandlers, noticeHandlers } from "./notices.js";
import { readingHandlers } from "./reading.js";
import { ruleEditHandlers } from "./rule-edits.js";
import { searchHandlers } from "./search.js";
import { serviceHandlers } from "./service.js";
import { sessionHandlers } from "./session.js";
import { signInHandlers } from "./sign-in.js";
import { usageHandlers } from "./usage.js";
import { userRecordHandlers } from "./user-records.js";
import { userHandlers } from "./users.js";
import { versionHandlers } from "./versions.js";
import { vocabularyHandlers } from "./vocabulary.js";
import { webhookHandlers } from "./webhooks.js";

/** The handler of each operation. An operation without a handler does not compile. */
export const HANDLERS: Handlers = {
  ...signInHandlers,
  ...sessionHandlers,
  ...accessTokenHandlers,
  ...authorizationHandlers,
  ...readingHandlers,
  ...comparisonHandlers,
  ...searchHandlers,
  ...answerHandlers,
  ...userRecordHandlers,
  ...userHandlers,
  ...departmentHandlers,
  ...importHandlers,
  ...documentHandlers,
  ...modelHandlers,
  ...versionHandlers,
  ...lifeHandlers,
  ...noticeHandlers,
  ...confirmationHandlers,
  ...accessRuleHandlers,
  ...ruleEditHandlers,
  ...authzenHandlers,
  ...changeHandlers,
  ...webhookHandlers,
  ...usageHandlers,
  ...frontPageHandlers,
  ...vocabularyHandlers,
  ...auditHandlers,
  ...jobHandlers,
  ...serviceHandlers,
};
