import { catalog } from "../i18n/i18n.js";

export const messages = catalog(
  { cancel: "Cancel", nothingFits: "No matches", showOptions: "Show choices" },
  { cancel: "キャンセル", nothingFits: "該当するものがありません", showOptions: "候補を表示" },
);
