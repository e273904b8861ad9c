import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  {
    sections: "Administration",
    documents: "Documents",
    users: "People",
    imports: "Import",
    jobs: "Jobs",
    audit: "Audit",
  },
  { sections: "管理", documents: "文書", users: "利用者", imports: "取り込み", jobs: "ジョブ", audit: "監査記録" },
);
