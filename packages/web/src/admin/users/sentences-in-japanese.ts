import { type SentenceRule, translated } from "../../i18n/sentence-rules.js";
import { ABOUT_JOBS } from "../jobs-in-japanese.js";

const FIELDS: Readonly<Record<string, string>> = {
  user_id: "社員番号",
  display_name: "氏名",
  department: "部署",
  department_code: "部署コード",
  email: "メールアドレス",
  role: "権限",
  permission_groups: "グループ",
  is_active: "状態",
  "employee number": "社員番号",
  name: "氏名",
  "e-mail": "メールアドレス",
};

const fieldIn = (name = "") => FIELDS[name] ?? name;

const ROLES: Readonly<Record<string, string>> = { admin: "管理者", developer: "開発者", user: "一般利用者" };

const ABOUT_LINES: readonly SentenceRule[] = [
  [/^the (employee number|name) is empty$/, (field) => `${fieldIn(field)}が空です`],
  [
    /^the line has (\d+) cells where the first line has (\d+)$/,
    (has, first) => `列が ${has} 個あります（1 行目は ${first} 個）`,
  ],
  [
    /^cell (\d+) begins with a quote and goes on after the closing one; .*$/,
    (cell) => `${cell} 列目の引用符の使い方が正しくありません（引用符の中では「"」を 2 つ続けて書きます）`,
  ],
  [/^the employee number stands already in line (\d+)$/, (line) => `同じ社員番号が ${line} 行目にあります`],
  [/^(\w+) is required$/, (field) => `${fieldIn(field)}は必須です`],
  [/^(\w+) must not be empty$/, (field) => `${fieldIn(field)}が空です`],
  [/^(\w+) must have at most (\d+) characters$/, (field, max) => `${fieldIn(field)}は ${max} 文字以内にしてください`],
  [/^(\w+) must be well-formed Unicode .*$/, (field) => `${fieldIn(field)}に不正な文字が含まれています`],
  [
    /^(\w+) must not contain control characters or line breaks$/,
    (field) => `${fieldIn(field)}に改行や制御文字が含まれています`,
  ],
  [
    /^(\w+)(?:\[\d+\])? must not contain the invisible character (U\+[0-9A-F]+) \(character (\d+)\)$/,
    (field, char, place) => `${fieldIn(field)}の ${place} 文字目に、見えない文字（${char}）が含まれています`,
  ],
  [
    /^too many users would be deactivated within 24 hours: this would be number (\d+), and without agreement at most (\d+) .*$/,
    (count, max) =>
      `24 時間以内に無効にする人が多すぎます（${count} 人目。確認なしで無効にできるのは ${max} 人まで）。意図したものであれば、もう一度確認して適用してください`,
  ],
  [/^(\w+) must not begin or end with white space$/, (field) => `${fieldIn(field)}の前後に空白があります`],
  [/^email must be an e-mail address$/, () => "メールアドレスの形式が正しくありません"],
  [/^the user does not exist any more$/, () => "この利用者はすでに存在しません"],
  [
    /^you cannot demote or deactivate yourself; .*$/,
    () => "自分自身の管理者権限を外したり、自分自身を無効にしたりすることはできません。別の管理者に依頼してください",
  ],
  [/^this is the last active admin; .*$/, () => "有効な管理者が他にいません。先に別の管理者を設定してください"],
  [
    /^one of its texts has a character that the database cannot store$/,
    () => "データベースに保存できない文字が含まれています",
  ],
  [
    /^the user is (\w+) and is left alone by a synchronisation$/,
    (role = "") => `${ROLES[role] ?? role}のため、同期の対象外です`,
  ],
  [
    /^the user is inactive and stays so; .*$/,
    () => "無効な利用者です。無効のまま更新します。有効に戻すには、同期で取り込んでください",
  ],
  [/^the department code is not in .*$/, () => "部署コードが部署マスターにありません。コードはそのまま登録されます"],
  [/^the department is unknown in .*$/, () => "部署が部署マスターにないため、部署コードを設定できません"],
  [/^the department is ambiguous in .*$/, () => "部署名が部署マスターに複数あるため、部署コードを設定できません"],
  [
    /^(.+) differs from the known (.+) only by leading zeros, .*$/,
    (given, known) =>
      `${given} は、登録済みの ${known} と先頭のゼロだけが異なります（表計算ソフトが先頭のゼロを消した可能性があります）`,
  ],
  [
    /^(.+) is how a spreadsheet writes a long number; .*$/,
    (number) => `${number} は、表計算ソフトが桁数の多い数字を書き換えた形です。列を文字列にして、出力し直してください`,
  ],
  [
    /^(.+) has full-width digits; .* so (.+) is somebody else$/,
    (given, other) => `${given} に全角数字があります。${other} とは別の人として扱われます`,
  ],
];

/** A part of a synchronised file would deactivate everybody in the others. */
const MAY_BE_SPLIT = "「追加・更新」のときはファイルを分割できますが、「同期」のときは分割しないでください。";

const ABOUT_FILES: readonly SentenceRule[] = [
  [/^The file is empty\.$/, () => "ファイルが空です。"],
  [/^The file has no line with anything in it\.$/, () => "ファイルに内容のある行がありません。"],
  [
    /^The file is UTF-16 text\. .*$/,
    () => "UTF-16 のファイルは読み込めません。「CSV UTF-8」形式で保存し直してください。",
  ],
  [
    /^The file is an Excel workbook\. .*$/,
    () => "Excel ブックは読み込めません。「CSV UTF-8」形式で保存したファイルを選択してください。",
  ],
  [
    /^The file begins as UTF-8 but has bytes that are not\. .*$/,
    () => "UTF-8 のファイルですが、正しくない部分があります。「CSV UTF-8」形式で保存し直してください。",
  ],
  [
    /^The first line has no comma, TAB or semicolon .*$/,
    () => "1 行目にコンマ・タブ・セミコロンの区切りがありません。「社員番号」と「氏名」の列が必要です。",
  ],
  [
    /^The file is neither UTF-8 nor CP932 .*$/,
    () => "文字コードが UTF-8 でも CP932（Shift_JIS）でもありません。「CSV UTF-8」形式で保存し直してください。",
  ],
  [
    /^No column is headed as (employee number|name)(?: or (name))?\. .*$/,
    (one, two) =>
      `${[one, two].filter(Boolean).map(fieldIn).join("と")}の列が見つかりません。列を見出しまたは番号（左端が 1）で指定してください。`,
  ],
  [
    /^No column is headed "(.*)", as the (.+) is said to be\..*$/,
    (header, field) => `「${header}」という見出しの列がありません（${fieldIn(field)}）。`,
  ],
  [
    /^Columns ([\d and]+) could both be the (.+)\. Name one, .*$/,
    (places = "", field = "") =>
      `${fieldIn(field)}の列の候補が複数あります（${places.replaceAll(" and ", "・")} 列目）。番号で指定してください。`,
  ],
  [
    /^The (.+) is said to be in column (\d+), but the first line has (\d+) cells\..*$/,
    (field, place, cells) => `${fieldIn(field)}は ${place} 列目と指定されていますが、1 行目は ${cells} 列です。`,
  ],
  [/^Two fields are read from column (\d+)\. .*$/, (place) => `${place} 列目が 2 つの項目に指定されています。`],
  [
    /^The quote that opens in line (\d+) is never closed\. .*$/,
    (line) => `${line} 行目で始まる引用符が閉じられていません。何も読み込んでいません。`,
  ],
  [
    /^A quote seems to be missing: the one that opens in line (\d+) joins it with the lines up to (\d+)\. .*$/,
    (from, to) =>
      `引用符が不足しているようです。${from} 行目の引用符により、${to} 行目までが 1 行になっています。何も読み込んでいません。`,
  ],
  [
    /^Line (\d+) has more than the (\d+) columns .*$/,
    (line, max) => `${line} 行目の列が上限（${max} 列）を超えています。`,
  ],
  [
    /^Line (\d+) is one more than the (\d+) people .*$/,
    (line, max) => `人数が上限（${max} 人）を超えています（${line} 行目）。${MAY_BE_SPLIT}`,
  ],
  [
    /^The file takes longer than (\d+) seconds to read\. .*$/,
    (seconds) => `読み込みに ${seconds} 秒以上かかります。空行を取り除いてください。${MAY_BE_SPLIT}`,
  ],
  [/^The file needs too much memory to read\. .*$/, () => `ファイルが大きすぎて読み込めません。${MAY_BE_SPLIT}`],
  [
    /^Line (\d+) has no legible employee number \((.+)\), so a synchronisation .*$/,
    (line, reason = "") =>
      `${line} 行目の社員番号が読み取れません（${inJapanese(reason)}）。ファイルにいる人を誤って無効にするおそれがあるため、先にこの行を直してください。`,
  ],
  [
    /^columns must be pairs like .*$/,
    () => "列の指定が正しくありません。見出しにコンマやコロンがある場合は、番号で指定してください。",
  ],
];

const ABOUT_CHANGES: readonly SentenceRule[] = [
  [/^The user was not changed: (.+)\.$/, (reason = "") => `${inJapanese(reason)}。`],
  [/^The sessions were not ended: (.+)\.$/, (reason = "") => `${inJapanese(reason)}。`],
  [/^The synchronisation record is not valid: (.+)\.$/, (reason = "") => `${inJapanese(reason)}。`],
  [
    /^This import is \w+ already; .*$/,
    () => "この取り込みはすでに適用されています。もう一度適用するには、ファイルを確認し直してください。",
  ],
  [/^This import is being applied already\.$/, () => "この取り込みはすでに適用中です。"],
];

const RULES = [...ABOUT_LINES, ...ABOUT_FILES, ...ABOUT_CHANGES, ...ABOUT_JOBS];

/**
 * What the service says about people and their files, in Japanese. Several problems in one sentence are taken one by
 * one. A sentence that is not known here stays as it is.
 */
export function inJapanese(sentence: string): string {
  const whole = translated(sentence, RULES);
  if (whole !== null) return whole;
  const parts = sentence.split("; ").map((part) => translated(part, RULES));
  if (parts.every((part) => part !== null)) return parts.join("。");
  const [, user_id, reason] = /^(\S+): (.+)$/.exec(sentence) ?? [];
  return reason === undefined ? sentence : `${user_id}：${inJapanese(reason)}`;
}
