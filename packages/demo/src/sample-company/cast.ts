import { sampleDocuments } from "./documents.js";
import { GRANTED_USER, SECOND_GRANTED_USER } from "./granted-users.js";

/** A user with a fixed number and a part to play; all others are drawn around them. */
export interface CastMember {
  readonly user_id: string;
  readonly display_name: string;
  readonly department_code: string;
  readonly email: string;
  readonly role: "admin" | "developer" | "user";
  readonly permission_groups: readonly string[];
  /** Why this user is in the cast. */
  readonly part: string;
  /** The document_ids that this user may see, in the order of {@link sampleDocuments}. */
  readonly sees: readonly string[];
}

const EVERYTHING = sampleDocuments.map(({ document_id }) => document_id);

const FOR_EVERYONE = [
  "work-rules",
  "wage-rules",
  "travel-expenses",
  "information-security",
  "childcare-leave",
  "employee-handbook-en",
] as const;

/**
 * The documents that each member should see are written by hand and not computed from the rules, so that a test can
 * compare the two. The variant characters are escapes for the reason given at `familyNames`.
 */
export const sampleCast = {
  admin: {
    user_id: "000001",
    display_name: "大友 誠",
    department_code: "D1080",
    email: "otomo.makoto@aoba.example",
    role: "admin",
    permission_groups: [],
    part: "administers the service; imports users and changes rules",
    sees: EVERYTHING,
  },
  second_admin: {
    user_id: "004217",
    display_name: "栗原 智子",
    department_code: "D1080",
    email: "kurihara.tomoko@aoba.example",
    role: "admin",
    permission_groups: ["managers"],
    part: "the admin who remains when the first one is demoted",
    sees: EVERYTHING,
  },
  developer: {
    user_id: "190312",
    display_name: "Tran Thuy Linh",
    department_code: "D1080",
    email: "tran.linh@aoba.example",
    role: "developer",
    permission_groups: [],
    part: "sees every document but manages nothing",
    sees: EVERYTHING,
  },
  general: {
    user_id: "001234",
    display_name: "\u9AD9橋 美咲",
    department_code: "D1020",
    email: "takahashi.misaki@aoba.example",
    role: "user",
    permission_groups: [],
    part: "an ordinary reader: no group, no grant, a number with leading zeros and a name with U+9AD9",
    sees: FOR_EVERYONE,
  },
  accountant: {
    user_id: "002358",
    display_name: "山\uFA11 拓也",
    department_code: "D1040",
    email: "yamazaki.takuya@aoba.example",
    role: "user",
    permission_groups: [],
    part: "sees a document through the department",
    sees: [...FOR_EVERYONE, "closing-manual"],
  },
  personnel: {
    user_id: "002716",
    display_name: "遠藤 由美",
    department_code: "D1030",
    email: "endo.yumi@aoba.example",
    role: "user",
    permission_groups: ["works-council"],
    part: "sees the managers' document through the department; the own group gives no access",
    sees: [...FOR_EVERYONE, "evaluation-guide"],
  },
  manager: {
    user_id: "003141",
    display_name: "\uFA19谷 直子",
    department_code: "D1110",
    email: "kamiya.naoko@aoba.example",
    role: "user",
    permission_groups: ["managers"],
    part: "sees a document through a group; a name with U+FA19",
    sees: [...FOR_EVERYONE, "evaluation-guide"],
  },
  executive: {
    user_id: "000112",
    display_name: "菅原 隆",
    department_code: "D1000",
    email: "sugawara.takashi@aoba.example",
    role: "user",
    permission_groups: ["executives"],
    part: "sees the board's minutes, but neither the managers' document nor the granted one",
    sees: [...FOR_EVERYONE, "board-minutes"],
  },
  granted: {
    user_id: GRANTED_USER,
    display_name: "Emily Carter",
    department_code: "D1010",
    email: "carter.emily@aoba.example",
    role: "user",
    permission_groups: [],
    part: "sees a document because a rule names this user",
    sees: [...FOR_EVERYONE, "project-kingfisher-en"],
  },
  second_granted: {
    user_id: SECOND_GRANTED_USER,
    display_name: "佐々木 遥",
    department_code: "D1060",
    email: "sasaki.haruka@aoba.example",
    role: "user",
    permission_groups: ["managers"],
    part: "sees one document by name and another through a group",
    sees: [...FOR_EVERYONE, "evaluation-guide", "project-kingfisher-en"],
  },
  factory: {
    user_id: "160405",
    display_name: "\u{20BB7}田 大輔",
    department_code: "D2110",
    email: "yoshida.daisuke@aoba.example",
    role: "user",
    permission_groups: ["works-council"],
    part: "not at the head office, so not in the CSV; a name with U+20BB7, which CP932 could not hold",
    sees: FOR_EVERYONE,
  },
} as const satisfies Record<string, CastMember>;
