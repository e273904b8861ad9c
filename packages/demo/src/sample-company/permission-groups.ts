import { EXECUTIVE_OFFICE, INTERNAL_AUDIT, type SampleDepartment } from "./departments.js";

/** A permission group (SPEC 2.1, permission_groups): users who belong together without sharing a department. */
export interface SamplePermissionGroup {
  /** The name that users and rules have. */
  readonly group: string;
  readonly name: string;
  readonly members: string;
}

export const samplePermissionGroups: readonly SamplePermissionGroup[] = [
  { group: "executives", name: "役員", members: "取締役、常勤監査役及び執行役員" },
  { group: "managers", name: "管理職", members: "6等級以上の部長、課長、工場長、支店長及び営業所長" },
  { group: "information-managers", name: "情報管理者", members: "各部署で情報資産を管理する課長1名" },
  { group: "auditors", name: "監査", members: "内部監査室の全員" },
  { group: "works-council", name: "労使協議会", members: "各事業所の従業員代表及び事務局" },
];

/** The number of executives in the executive office; the other users are secretaries. */
const EXECUTIVES_BESIDE_THE_CAST = 8;

/**
 * The groups of the nth user of a department. Users are counted from the head of the department down, so the groups
 * follow from the order alone and need no list of names.
 */
export function groupsOfSeat(department: SampleDepartment, seat: number): string[] {
  if (department.code === EXECUTIVE_OFFICE) return seat < EXECUTIVES_BESIDE_THE_CAST ? ["executives"] : [];
  const groups: string[] = [];
  if (seat < Math.max(1, Math.round(department.headcount / 14))) groups.push("managers");
  if (seat === 0) groups.push("information-managers");
  if (department.code === INTERNAL_AUDIT) groups.push("auditors");
  if (!department.head_office && seat === 5) groups.push("works-council");
  return groups;
}
