/** One line of the portal's department master (SPEC 2.2), with the number of its users in the sample company. */
export interface SampleDepartment {
  readonly code: string;
  readonly name: string;
  /** Users of head-office departments go into the portal's CSV (SPEC 1). */
  readonly head_office: boolean;
  readonly headcount: number;
}

/** Codes of the departments that rules and the cast name. */
export const EXECUTIVE_OFFICE = "D1000";
export const HUMAN_RESOURCES = "D1030";
export const ACCOUNTING = "D1040";
export const INTERNAL_AUDIT = "D1070";

/**
 * 280 users at the head office and 1,320 elsewhere. All names differ even after NFKC, so that a name in the CSV always
 * leads to one code.
 */
export const sampleDepartments: readonly SampleDepartment[] = [
  headOffice(EXECUTIVE_OFFICE, "役員室", 12),
  headOffice("D1010", "経営企画部", 16),
  headOffice("D1020", "総務部", 24),
  headOffice(HUMAN_RESOURCES, "人事部", 22),
  headOffice(ACCOUNTING, "経理部", 24),
  headOffice("D1050", "財務部", 10),
  headOffice("D1060", "法務・コンプライアンス部", 12),
  headOffice(INTERNAL_AUDIT, "内部監査室", 7),
  headOffice("D1080", "情報システム部", 30),
  headOffice("D1090", "広報・IR室", 8),
  headOffice("D1100", "購買部", 22),
  headOffice("D1110", "国内営業部", 30),
  headOffice("D1120", "海外営業部", 24),
  headOffice("D1130", "マーケティング部", 14),
  headOffice("D1140", "品質保証部", 15),
  headOffice("D1150", "知的財産部", 10),
  elsewhere("D2110", "北上工場 製造部", 330),
  elsewhere("D2120", "北上工場 生産技術部", 60),
  elsewhere("D2130", "北上工場 品質管理課", 32),
  elsewhere("D2140", "北上工場 管理課", 18),
  elsewhere("D2210", "米沢工場 製造部", 250),
  elsewhere("D2220", "米沢工場 生産技術部", 44),
  elsewhere("D2230", "米沢工場 品質管理課", 24),
  elsewhere("D2240", "米沢工場 管理課", 14),
  elsewhere("D2310", "郡山工場 製造部", 180),
  elsewhere("D2330", "郡山工場 品質管理課", 20),
  elsewhere("D2340", "郡山工場 管理課", 12),
  elsewhere("D3010", "東京支店", 70),
  elsewhere("D3020", "名古屋支店", 44),
  elsewhere("D3030", "大阪支店", 52),
  elsewhere("D3040", "福岡営業所", 22),
  elsewhere("D3050", "札幌営業所", 14),
  elsewhere("D3060", "広島営業所", 16),
  elsewhere("D4010", "技術研究所", 86),
  elsewhere("D4020", "物流センター", 32),
];

function headOffice(code: string, name: string, headcount: number): SampleDepartment {
  return { code, name, head_office: true, headcount };
}

function elsewhere(code: string, name: string, headcount: number): SampleDepartment {
  return { code, name, head_office: false, headcount };
}
