/** The address of every page of reading. */
export const READING = [
  "/",
  "/documents",
  "/documents/:document_id/comparison",
  "/documents/:document_id/:passage?",
  "/tokens",
  "/authorize/:authorization_id",
] as const;

/** Every part of the administration: its link in the navigation, its name in the browser's tab, its pages' addresses. */
export const ADMINISTRATION = [
  {
    path: "/admin/documents",
    title: ["Documents", "文書"],
    pages: [
      "/admin/documents",
      "/admin/upload",
      "/admin/documents/:document_id/confirmations",
      "/admin/documents/:document_id/versions/:number/certificate",
      "/admin/documents/:document_id/:part?",
    ],
  },
  { path: "/admin/users", title: ["Users", "ユーザー"], pages: ["/admin/users", "/admin/users/:user_id"] },
  {
    path: "/admin/audiences",
    title: ["Departments and groups", "部署・グループ"],
    pages: ["/admin/audiences/:kind?/:audience?"],
  },
  { path: "/admin/imports", title: ["Import", "取り込み"], pages: ["/admin/imports"] },
  { path: "/admin/front-page", title: ["Front page", "トップページ"], pages: ["/admin/front-page"] },
  { path: "/admin/vocabulary", title: ["Vocabulary", "語彙"], pages: ["/admin/vocabulary"] },
  { path: "/admin/usage", title: ["Usage", "利用状況"], pages: ["/admin/usage"] },
  { path: "/admin/jobs", title: ["Jobs", "ジョブ"], pages: ["/admin/jobs"] },
  { path: "/admin/audit", title: ["Audit log", "監査ログ"], pages: ["/admin/audit"] },
] as const;

export type ReadingPage = (typeof READING)[number];
export type AdminPage = (typeof ADMINISTRATION)[number]["pages"][number];
