import iconv from "iconv-lite";
import { sampleUsers } from "./sample-users.js";

const HEADER = ["社員番号", "氏名", "部署", "メールアドレス"];

/**
 * The portal's monthly export (SPEC 1 and 4.2): the head-office users in the four columns, in CP932 with CRLF, as
 * portals of this kind write.
 */
export function headOfficeCsv(): Buffer {
  const users = sampleUsers().filter(({ head_office }) => head_office);
  const rows = users.map(({ user_id, display_name, department, email }) => [user_id, display_name, department, email]);
  return asCp932([HEADER, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join(""));
}

/** Quotes a field only where RFC 4180 (section 2) requires it. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CP932 silently replaces missing characters by a question mark, which would give a user a wrong name. */
function asCp932(text: string): Buffer {
  const bytes = iconv.encode(text, "cp932");
  if (iconv.decode(bytes, "cp932") !== text) throw new Error("a head-office name or department does not fit CP932");
  return bytes;
}
