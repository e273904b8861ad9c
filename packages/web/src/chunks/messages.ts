import { catalog } from "../i18n/i18n.js";

export const messages = catalog({
  breadcrumb: ["Location in the document", "文書内の位置"],
  table: ["Table; scroll sideways to see all of it", "表（横にスクロールできます）"],
  wide: ["← The table goes on sideways →", "← 表は横にスクロールできます →"],
});
