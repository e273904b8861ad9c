export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The address of an operation. A path names its parameters with a colon, as in Express. */
export interface Address {
  readonly method: Method;
  readonly path: `/${string}`;
  /** It takes an Idempotency-Key: doing it twice is not the same as once. */
  readonly keyed?: true;
}

/** Method and path of each operation, in the order of the API's document. */
export const ADDRESSES = {
  issueSessionToken: { method: "post", path: "/api/auth/sso-token" },
  readSession: { method: "get", path: "/api/session" },
  endSession: { method: "delete", path: "/api/session" },
  listOwnTokens: { method: "get", path: "/api/tokens" },
  createToken: { method: "post", path: "/api/tokens", keyed: true },
  revokeOwnToken: { method: "delete", path: "/api/tokens/:token_id" },
  readAuthorization: { method: "get", path: "/api/authorizations/:authorization_id" },
  decideAuthorization: { method: "post", path: "/api/authorizations/:authorization_id" },
  readConfiguration: { method: "get", path: "/api/config" },
  readFrontPage: { method: "get", path: "/api/front-page" },
  readReference: { method: "post", path: "/api/reference" },
  proveCitations: { method: "post", path: "/api/prove" },
  listReadableDocuments: { method: "get", path: "/api/documents" },
  readDocumentFacts: { method: "get", path: "/api/documents/:document_id" },
  listDocumentHistory: { method: "get", path: "/api/documents/:document_id/history" },
  readOutline: { method: "get", path: "/api/documents/:document_id/outline" },
  readOriginal: { method: "get", path: "/api/documents/:document_id/original" },
  readDocument: { method: "get", path: "/api/documents/:document_id/chunks" },
  listNotices: { method: "get", path: "/api/notices" },
  confirmVersion: { method: "post", path: "/api/documents/:document_id/confirmation" },
  markNoticeRead: { method: "post", path: "/api/documents/:document_id/notice-read" },
  compareVersions: { method: "get", path: "/api/documents/:document_id/comparison" },
  searchChunks: { method: "post", path: "/api/search" },
  suggest: { method: "get", path: "/api/suggest" },
  answerQuestion: { method: "post", path: "/api/answer" },
  judgeAnswer: { method: "post", path: "/api/answer/feedback" },
  importUsers: { method: "post", path: "/api/manage/users/bulk", keyed: true },
  synchroniseUser: { method: "put", path: "/api/manage/users/:user_id" },
  readUser: { method: "get", path: "/api/manage/users/:user_id" },
  changeUser: { method: "patch", path: "/api/manage/users/:user_id" },
  previewUserChange: { method: "post", path: "/api/manage/users/:user_id/preview" },
  exportUser: { method: "get", path: "/api/manage/users/:user_id/data" },
  eraseUser: { method: "post", path: "/api/manage/users/:user_id/erase" },
  signOutUser: { method: "post", path: "/api/manage/users/:user_id/sign-out" },
  listTokensOfUser: { method: "get", path: "/api/manage/users/:user_id/tokens" },
  revokeAllTokens: { method: "delete", path: "/api/manage/tokens" },
  revokeTokenOfUser: { method: "delete", path: "/api/manage/users/:user_id/tokens/:token_id" },
  listUsers: { method: "get", path: "/api/manage/users" },
  listDepartments: { method: "get", path: "/api/manage/departments" },
  replaceDepartments: { method: "put", path: "/api/manage/departments" },
  listGroups: { method: "get", path: "/api/manage/groups" },
  readReach: { method: "get", path: "/api/manage/reach" },
  importUserFile: { method: "post", path: "/api/manage/imports" },
  listDocuments: { method: "get", path: "/api/manage/documents" },
  listDrafts: { method: "get", path: "/api/manage/drafts" },
  planUploads: { method: "post", path: "/api/manage/documents/plan" },
  readManagedDocument: { method: "get", path: "/api/manage/documents/:document_id" },
  changeDocument: { method: "patch", path: "/api/manage/documents/:document_id" },
  uploadDocument: { method: "put", path: "/api/manage/documents/:document_id" },
  deleteDocument: { method: "delete", path: "/api/manage/documents/:document_id" },
  publishDraft: { method: "post", path: "/api/manage/documents/:document_id/publish", keyed: true },
  approveDraft: { method: "post", path: "/api/manage/documents/:document_id/draft/approve", keyed: true },
  returnDraft: { method: "post", path: "/api/manage/documents/:document_id/draft/return" },
  deleteDraft: { method: "delete", path: "/api/manage/documents/:document_id/draft" },
  listChunks: { method: "get", path: "/api/manage/documents/:document_id/chunks" },
  listVersions: { method: "get", path: "/api/manage/documents/:document_id/versions" },
  listVersionChunks: { method: "get", path: "/api/manage/documents/:document_id/versions/:number/chunks" },
  abolishDocument: { method: "post", path: "/api/manage/documents/:document_id/abolish", keyed: true },
  cancelAbolition: { method: "delete", path: "/api/manage/documents/:document_id/abolish" },
  destroyDocument: { method: "post", path: "/api/manage/documents/:document_id/destroy", keyed: true },
  withdrawVersion: {
    method: "post",
    path: "/api/manage/documents/:document_id/versions/:number/withdraw",
    keyed: true,
  },
  changeVersion: { method: "patch", path: "/api/manage/documents/:document_id/versions/:number" },
  restoreVersion: { method: "post", path: "/api/manage/documents/:document_id/versions/:number/restore", keyed: true },
  listConfirmations: { method: "get", path: "/api/manage/documents/:document_id/confirmations" },
  remindReaders: { method: "post", path: "/api/manage/documents/:document_id/confirmations/remind", keyed: true },
  listNoticesOf: { method: "get", path: "/api/manage/notices" },
  readCertificate: { method: "get", path: "/api/manage/documents/:document_id/versions/:number/certificate" },
  listModels: { method: "get", path: "/api/manage/models" },
  readEmbeddingProgress: { method: "get", path: "/api/manage/embeddings" },
  readAccessRules: { method: "get", path: "/api/manage/documents/:document_id/access-rules" },
  changeAccessRules: { method: "put", path: "/api/manage/documents/:document_id/access-rules" },
  previewAccessRules: { method: "post", path: "/api/manage/documents/:document_id/access-rules/preview" },
  listAccessRuleVersions: { method: "get", path: "/api/manage/documents/:document_id/access-rules/history" },
  restoreAccessRules: { method: "post", path: "/api/manage/documents/:document_id/access-rules/restore", keyed: true },
  explainAccess: { method: "get", path: "/api/manage/documents/:document_id/access" },
  previewRuleEdit: { method: "post", path: "/api/manage/access-rules/preview" },
  changeManyAccessRules: { method: "post", path: "/api/manage/access-rules" },
  replaceFrontPage: { method: "put", path: "/api/manage/front-page" },
  readVocabulary: { method: "get", path: "/api/manage/vocabulary" },
  replaceVocabulary: { method: "put", path: "/api/manage/vocabulary" },
  addStarterEntries: { method: "post", path: "/api/manage/vocabulary/starters" },
  readVocabularyEntry: { method: "get", path: "/api/manage/vocabulary/:said" },
  putVocabularyEntry: { method: "put", path: "/api/manage/vocabulary/:said" },
  deleteVocabularyEntry: { method: "delete", path: "/api/manage/vocabulary/:said" },
  listAuditEntries: { method: "get", path: "/api/manage/audit" },
  whoCouldRead: { method: "get", path: "/api/manage/audit/who-could-read" },
  couldRead: { method: "get", path: "/api/manage/audit/could-read" },
  readUsage: { method: "get", path: "/api/manage/usage" },
  listJobs: { method: "get", path: "/api/manage/jobs" },
  readJob: { method: "get", path: "/api/manage/jobs/:job_id" },
  cancelJob: { method: "delete", path: "/api/manage/jobs/:job_id", keyed: true },
  listChanges: { method: "get", path: "/api/manage/changes" },
  listChangedReaders: { method: "get", path: "/api/manage/changes/:position/readers" },
  listWebhooks: { method: "get", path: "/api/manage/webhooks" },
  createWebhook: { method: "post", path: "/api/manage/webhooks", keyed: true },
  changeWebhook: { method: "patch", path: "/api/manage/webhooks/:webhook_id" },
  rotateWebhookSecret: { method: "post", path: "/api/manage/webhooks/:webhook_id/secret", keyed: true },
  testWebhook: { method: "post", path: "/api/manage/webhooks/:webhook_id/test" },
  listWebhookDeliveries: { method: "get", path: "/api/manage/webhooks/:webhook_id/deliveries" },
  deleteWebhook: { method: "delete", path: "/api/manage/webhooks/:webhook_id" },
  evaluateAccess: { method: "post", path: "/access/v1/evaluation" },
  evaluateAccesses: { method: "post", path: "/access/v1/evaluations" },
  searchSubjects: { method: "post", path: "/access/v1/search/subject" },
  searchResources: { method: "post", path: "/access/v1/search/resource" },
  readAuthzenConfiguration: { method: "get", path: "/.well-known/authzen-configuration" },
  readHealth: { method: "get", path: "/healthz" },
  readReadiness: { method: "get", path: "/readyz" },
  readMetrics: { method: "get", path: "/metrics" },
  readPublicKeys: { method: "get", path: "/.well-known/jwks.json" },
  readApiDocument: { method: "get", path: "/api/openapi.json" },
} as const satisfies Readonly<Record<string, Address>>;

export type OperationId = keyof typeof ADDRESSES;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a path: `/api/manage/users/:user_id` has `{user_id: string}`. */
export type ParametersIn<Path extends string> = { readonly [Name in NamesIn<Path>]: string };

/** Every parameter that a path has. */
export type PathParameter = NamesIn<(typeof ADDRESSES)[OperationId]["path"]>;
