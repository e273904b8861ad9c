import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  {
    sections: "Administration",
    documents: "Documents",
    users: "Users",
    imports: "Import",
    vocabulary: "Vocabulary",
    jobs: "Jobs",
    audit: "Audit log",
  },
  {
    sections: "管理",
    documents: "文書",
    users: "ユーザー",
    imports: "取り込み",
    vocabulary: "語彙",
    jobs: "ジョブ",
    audit: "監査ログ",
  },
);
