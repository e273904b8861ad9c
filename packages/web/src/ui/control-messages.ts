import { en, ja } from "../i18n/format.js";
import { catalog } from "../i18n/i18n.js";

/** How many names are said. */
const NAMED = 5;

export const messages = catalog({
  cancel: ["Cancel", "キャンセル"],
  nothingFits: ["No matches", "該当するものがありません"],
  showOptions: ["Show choices", "候補を表示"],
  unreadable: [
    "The browser could not read these, so nothing of them was taken:",
    "次のものはブラウザーで読み取れなかったため、追加されていません。",
  ],
  noFiles: [
    "There was no file in it, so nothing was added.",
    "ファイルが含まれていなかったため、何も追加されていません。",
  ],
  named: [
    (names: readonly string[]) => {
      const more = names.length - NAMED;
      return names.slice(0, NAMED).join(", ") + (more > 0 ? `, and ${en(more)} more` : "");
    },
    (names: readonly string[]) => {
      const more = names.length - NAMED;
      return names.slice(0, NAMED).join("、") + (more > 0 ? `、ほか ${ja(more)} 件` : "");
    },
  ],
});
