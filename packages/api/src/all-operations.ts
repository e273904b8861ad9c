import type { Refusal } from "@retrieval/core/errors";
import type { Static, TObject, TSchema } from "typebox";
import { accessRuleOperations } from "./access-rules.js";
import { accessTokenOperations } from "./access-tokens.js";
import { ADDRESSES, type OperationId, type ParametersIn } from "./addresses.js";
import { answerOperations } from "./answers.js";
import { auditOperations } from "./audit.js";
import { authorizationOperations } from "./authorizations.js";
import { authzenOperations } from "./authzen.js";
import { changeOperations } from "./changes.js";
import { comparisonOperations } from "./comparisons.js";
import { departmentOperations } from "./departments.js";
import { lifeOperations } from "./document-life.js";
import { documentOperations } from "./documents.js";
import { frontPageOperations } from "./front-page.js";
import { importOperations } from "./imports.js";
import { jobOperations } from "./jobs.js";
import { modelOperations } from "./models.js";
import { confirmationOperations, noticeOperations } from "./notices.js";
import type { Operation } from "./parts/define.js";
import type { Shape } from "./parts/shapes.js";
import { readingOperations } from "./reading.js";
import { ruleEditOperations } from "./rule-edits.js";
import { searchOperations } from "./search.js";
import { serviceOperations } from "./service.js";
import { sessionOperations } from "./session.js";
import { signInOperations } from "./sign-in.js";
import { usageOperations } from "./usage.js";
import { userRecordOperations } from "./user-records.js";
import { userOperations } from "./users.js";
import { versionOperations } from "./versions.js";
import { vocabularyOperations } from "./vocabulary.js";
import { webhookOperations } from "./webhooks.js";

/** Every operation of the service by its id. An address without an operation does not compile. */
export const OPERATIONS = {
  ...signInOperations,
  ...sessionOperations,
  ...accessTokenOperations,
  ...authorizationOperations,
  ...readingOperations,
  ...comparisonOperations,
  ...searchOperations,
  ...answerOperations,
  ...userRecordOperations,
  ...userOperations,
  ...departmentOperations,
  ...importOperations,
  ...documentOperations,
  ...modelOperations,
  ...versionOperations,
  ...lifeOperations,
  ...noticeOperations,
  ...confirmationOperations,
  ...accessRuleOperations,
  ...ruleEditOperations,
  ...authzenOperations,
  ...changeOperations,
  ...webhookOperations,
  ...usageOperations,
  ...frontPageOperations,
  ...vocabularyOperations,
  ...auditOperations,
  ...jobOperations,
  ...serviceOperations,
} satisfies Readonly<Record<OperationId, Operation>>;

/** Every operation, in the order of the API's document. */
export const OPERATION_LIST: readonly Operation[] = (Object.keys(ADDRESSES) as OperationId[]).map(
  (id) => OPERATIONS[id],
);

type OperationOf<Id extends OperationId> = (typeof OPERATIONS)[Id];

export type ParametersOf<Id extends OperationId> = ParametersIn<OperationOf<Id>["path"]>;

/** The query as the service reads it, with its defaults. */
export type QueryOf<Id extends OperationId> =
  OperationOf<Id> extends { readonly query: infer Query extends TObject } ? Static<Query> : object;

/** The body after validation: entries that core judges are unknown until core has judged them. */
export type BodyOf<Id extends OperationId> =
  OperationOf<Id> extends { readonly body: infer Body }
    ? Body extends { readonly kind: "raw" }
      ? Uint8Array
      : Body extends { readonly schema: infer S extends TSchema }
        ? Body extends { readonly entries: infer List extends string }
          ? Omit<Shape<S>, List> & { readonly [Name in List]: readonly unknown[] }
          : Body extends { readonly faults: "handled" }
            ? Shape<S> | Refusal
            : Shape<S>
        : never
    : undefined;

/** The successful answers of an operation by status. */
export type AnswersOf<Id extends OperationId> = OperationOf<Id>["answers"];
