import { catalog } from "../../i18n/i18n.js";

export const messages = catalog({
  comparing: ["Comparing…", "比較しています…"],
  print: ["Print", "印刷"],
  saveWord: ["Save for Word", "Word で保存"],
  wordFailed: ["The file was not saved", "ファイルを保存できませんでした"],
  gone: ["There is nothing to compare", "比較できる版がありません"],
  goneText: [
    "The document or one of its versions does not exist, or you may not see it.",
    "文書または版が存在しないか、閲覧する権限がありません。",
  ],
});
