/**
 * The sample company, 株式会社あおば精機: an invented maker of precision parts with 1,600 users, of whom 280 work at the
 * head office and go into the portal's CSV. Written by this project, and the same on every machine.
 *
 * `sampleCast` names the users worth signing in as, and the documents that each must see:
 *
 * | member | number | sees, besides the six documents for everyone |
 * |---|---|---|
 * | admin, second_admin, developer | 000001, 004217, 190312 | everything |
 * | general (総務部) | 001234 | nothing more |
 * | accountant (経理部) | 002358 | closing-manual, through the department |
 * | personnel (人事部) | 002716 | evaluation-guide, through the department |
 * | manager (国内営業部) | 003141 | evaluation-guide, through the group `managers` |
 * | executive (役員室) | 000112 | board-minutes, through the group `executives` |
 * | granted (経営企画部) | 210077 | project-kingfisher-en, by name |
 * | second_granted (法務・コンプライアンス部) | 200145 | project-kingfisher-en by name, evaluation-guide as a manager |
 * | factory (北上工場 製造部) | 160405 | nothing more; not in the CSV |
 *
 * sales-incentive is a draft that only administrators and developers see.
 */
export { type CastMember, sampleCast } from "./cast.js";
export { type SampleDepartment, sampleDepartments } from "./departments.js";
export { departmentsCsv } from "./departments-csv.js";
export { type SampleAccessRules, type SampleDocument, sampleDocuments, sampleDocumentUrl } from "./documents.js";
export { headOfficeCsv } from "./head-office-csv.js";
export { type SamplePermissionGroup, samplePermissionGroups } from "./permission-groups.js";
export { type SampleUser, sampleUsers } from "./sample-users.js";
