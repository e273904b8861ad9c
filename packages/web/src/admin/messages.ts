import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  {
    sections: "Administration",
    documents: "Documents",
    users: "Users",
    audiences: "Departments and groups",
    imports: "Import",
    vocabulary: "Vocabulary",
    usage: "Usage",
    jobs: "Jobs",
    audit: "Audit log",
  },
  {
    sections: "管理",
    documents: "文書",
    users: "ユーザー",
    audiences: "部署・グループ",
    imports: "取り込み",
    vocabulary: "語彙",
    usage: "利用状況",
    jobs: "ジョブ",
    audit: "監査ログ",
  },
);
