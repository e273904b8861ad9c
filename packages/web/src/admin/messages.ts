import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  sections: ["Administration", "管理"],
  documents: ["Documents", "文書"],
  users: ["Users", "ユーザー"],
  audiences: ["Departments and groups", "部署・グループ"],
  imports: ["Import", "取り込み"],
  vocabulary: ["Vocabulary", "語彙"],
  usage: ["Usage", "利用状況"],
  jobs: ["Jobs", "ジョブ"],
  audit: ["Audit log", "監査ログ"],
});
