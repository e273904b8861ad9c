export { applyChanges } from "./users/apply-changes.js";
export { askedFor, departmentsEntry } from "./users/audit-entries.js";
export { type DepartmentMatch, departmentLookup } from "./users/department-lookup.js";
export { type DepartmentProblem, departmentProblems } from "./users/departments.js";
export type { FileImportCounts, FileImportMode, FileImportReport } from "./users/file-import-report.js";
export type { PlanOptions } from "./users/plan-changes.js";
export { type Department, differs, isActiveAdmin, summaryOf, type User, type UserSummary } from "./users/user.js";
export type { UserChange } from "./users/user-change.js";
export { HISTORY_FIELDS, NEW_USER } from "./users/user-fields.js";
