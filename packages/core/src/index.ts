export { audienceOf, principalsOf, type Reader, type ReaderFilter, readerFilter, readerOf } from "./access/audience.js";
export { AudienceIndex } from "./access/audience-index.js";
export { type AccessDecision, type AccessReason, decideAccess } from "./access/decision.js";
export { type Role, seesEverything } from "./access/role.js";
export { type AccessRules, CLOSED, EVERYONE, type RuleList, readAccessRules } from "./access/rules.js";
export { type AccessExplanation, explainDecision } from "./governance/explain-access.js";
export {
  acceptClaims,
  readerOfClaims,
  type SessionClaims,
  type SessionPolicy,
  sessionClaims,
} from "./session/claims.js";
export { answerKey, cursorKey, fingerprintKey, sessionKey, usageKey } from "./session/session-key.js";
export {
  canonicalMessage,
  SHARED_SECRET_MIN,
  type SharedSecret,
  sameText,
  sharedSecret,
  signatureMatches,
  signRequest,
} from "./sign-in/signature.js";
