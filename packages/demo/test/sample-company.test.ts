import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { decideAccess } from "@retrieval/core";
import { findReferences, readSectionHeading, referenceTo } from "@retrieval/core/chunks";
import iconv from "iconv-lite";
import {
  type CastMember,
  departmentsCsv,
  headOfficeCsv,
  type SampleDocument,
  sampleCast,
  sampleDepartments,
  sampleDocuments,
  sampleDocumentUrl,
  samplePermissionGroups,
  sampleUsers,
} from "../src/sample-company/index.js";

const users = sampleUsers();
const cast: readonly CastMember[] = Object.values(sampleCast);
const text = (document: SampleDocument) => readFileSync(sampleDocumentUrl(document), "utf8");

describe("the users of the sample company", () => {
  test("are the same every time", () => {
    expect(sampleUsers()).toEqual(users);
  });

  test("are 1,600, of whom 280 work at the head office", () => {
    expect(users).toHaveLength(1_600);
    expect(users.filter(({ head_office }) => head_office)).toHaveLength(280);
  });

  test("have six-digit numbers and e-mail addresses of their own", () => {
    expect(new Set(users.map(({ user_id }) => user_id)).size).toBe(users.length);
    expect(new Set(users.map(({ email }) => email)).size).toBe(users.length);
    for (const { user_id, email } of users) {
      expect(user_id).toMatch(/^[0-9]{6}$/);
      expect(email).toMatch(/^[a-z.]+[0-9]*@aoba\.example$/);
    }
  });

  test("have numbers with and without leading zeros", () => {
    const padded = users.filter(({ user_id }) => user_id.startsWith("0"));
    expect(padded.length).toBeGreaterThan(500);
    expect(users.length - padded.length).toBeGreaterThan(500);
  });

  test("work in departments of the master, with the headcounts that it states", () => {
    for (const { code, name, headcount, head_office } of sampleDepartments) {
      const here = users.filter(({ department_code }) => department_code === code);
      expect(here).toHaveLength(headcount);
      for (const user of here) expect(user).toMatchObject({ department: name, head_office });
    }
  });

  test("have only listed groups, and every group has members", () => {
    const carried = new Set(users.flatMap(({ permission_groups }) => permission_groups));
    expect([...carried].sort()).toEqual(samplePermissionGroups.map(({ group }) => group).sort());
  });

  test("have namesakes, but no other user has the name of a cast member", () => {
    const bearersOf = (name: string) => users.filter(({ display_name }) => display_name === name).length;
    expect(users.some(({ display_name }) => bearersOf(display_name) > 1)).toBe(true);
    for (const { display_name } of cast) expect(bearersOf(display_name)).toBe(1);
  });

  test("are two admins, one developer, and users", () => {
    const numbersOf = (role: string) => users.filter((user) => user.role === role).map(({ user_id }) => user_id);
    expect(numbersOf("admin")).toEqual(["000001", "004217"]);
    expect(numbersOf("developer")).toEqual(["190312"]);
    expect(numbersOf("user")).toHaveLength(1_597);
  });

  test.each([
    ["U+9AD9 (CP932 has it)", "\u9AD9", true],
    ["U+FA11 (CP932 has it)", "\uFA11", true],
    ["U+FA19 (CP932 has it, NFC loses it)", "\uFA19", true],
    ["U+20BB7 (CP932 lacks it)", "\u{20BB7}", false],
    ["ễ (CP932 lacks it)", "ễ", false],
  ])("have names with %s, at the head office only where the CSV can hold it", (_, character, atHeadOffice) => {
    const bearers = users.filter(({ display_name }) => display_name.includes(character));
    expect(bearers.length).toBeGreaterThan(0);
    expect(bearers.some(({ head_office }) => head_office)).toBe(atHeadOffice);
  });

  test("include names in Latin letters, at the head office too", () => {
    const latin = users.filter(({ display_name }) => /^[\p{Script=Latin} '-]+$/u.test(display_name));
    expect(latin.length).toBeGreaterThan(20);
    expect(latin.filter(({ head_office }) => head_office).length).toBeGreaterThanOrEqual(5);
  });
});

describe("the department master", () => {
  test("has codes and names that are unique, names even after NFKC", () => {
    expect(new Set(sampleDepartments.map(({ code }) => code)).size).toBe(sampleDepartments.length);
    const names = new Set(sampleDepartments.map(({ name }) => name.normalize("NFKC").trim()));
    expect(names.size).toBe(sampleDepartments.length);
    for (const { code } of sampleDepartments) expect(code).toMatch(/^D[0-9]{4}$/);
  });

  test("is written as UTF-8 with a BOM and CRLF", () => {
    const lines = departmentsCsv().toString("utf8").split("\r\n");
    expect(lines[0]).toBe("\uFEFF部署コード,部署名");
    expect(lines[1]).toBe("D1000,役員室");
    expect(lines).toHaveLength(1 + sampleDepartments.length + 1);
    expect(lines.at(-1)).toBe("");
  });
});

describe("the head-office CSV", () => {
  const bytes = headOfficeCsv();
  const lines = iconv.decode(bytes, "cp932").split("\r\n");

  test("comes back byte for byte after decoding and encoding CP932", () => {
    expect(iconv.encode(iconv.decode(bytes, "cp932"), "cp932").equals(bytes)).toBe(true);
  });

  test("reads the same with the decoder that the import uses", () => {
    expect(new TextDecoder("shift_jis", { fatal: true }).decode(bytes).split("\r\n")).toEqual(lines);
  });

  test("has the four columns and a line for each of the 280", () => {
    expect(lines[0]).toBe("社員番号,氏名,部署,メールアドレス");
    expect(lines.slice(1, -1)).toEqual(
      users
        .filter(({ head_office }) => head_office)
        .map(({ user_id, display_name, department, email }) => [user_id, display_name, department, email].join(",")),
    );
    expect(lines.at(-1)).toBe("");
    expect(lines).toContain("001234,\u9AD9橋 美咲,総務部,takahashi.misaki@aoba.example");
  });
});

describe("the rules of the sample documents", () => {
  const rules = sampleDocuments.map(({ access_rules }) => access_rules);
  const filled = ({ allowed_department_codes, allowed_groups, allowed_users }: (typeof rules)[number]) =>
    [allowed_department_codes.length, allowed_groups.length, allowed_users.length].map((length) => length > 0);

  test("show every way of allowing users", () => {
    expect(rules.filter(({ allow_all }) => allow_all).length).toBeGreaterThanOrEqual(4);
    const restricted = rules.filter(({ allow_all }) => !allow_all).map((rule) => filled(rule).join());
    expect(restricted).toContain("true,false,false");
    expect(restricted).toContain("false,true,false");
    expect(restricted).toContain("false,false,true");
    expect(restricted).toContain("true,true,false");
    expect(restricted).toContain("false,false,false");
  });

  test("name only departments, groups and users of the company", () => {
    const codes = new Set(sampleDepartments.map(({ code }) => code));
    const groups = new Set(samplePermissionGroups.map(({ group }) => group));
    const numbers = new Set(users.map(({ user_id }) => user_id));
    for (const rule of rules) {
      expect(rule.allowed_department_codes.filter((code) => !codes.has(code))).toEqual([]);
      expect(rule.allowed_groups.filter((group) => !groups.has(group))).toEqual([]);
      expect(rule.allowed_users.filter((user_id) => !numbers.has(user_id))).toEqual([]);
    }
  });

  test.each(Object.entries(sampleCast) as [string, CastMember][])("show %s exactly what the cast says", (_, member) => {
    const user = users.find(({ user_id }) => user_id === member.user_id);
    if (!user) throw new Error(`${member.user_id} is not in the company`);
    const seen = sampleDocuments.filter(({ access_rules }) => decideAccess(user, access_rules).allowed);
    expect(seen.map(({ document_id }) => document_id)).toEqual(member.sees);
  });

  test("give every document but the draft a reader of role user among the cast", () => {
    const seen = new Set(cast.filter(({ role }) => role === "user").flatMap(({ sees }) => sees));
    const unseen = sampleDocuments.map(({ document_id }) => document_id).filter((id) => !seen.has(id));
    expect(unseen).toEqual(["sales-incentive"]);
  });
});

/** `article 16-2`, `別表 1`, `annex 3`: how other texts can refer to the headings of a document. */
function headingsOf(markdown: string): Set<string> {
  const names = new Set<string>();
  for (const [, heading = ""] of markdown.matchAll(/^#{1,6} (.*)$/gm)) {
    const { type, label } = readSectionHeading(heading);
    const reference = referenceTo(type, label);
    if (reference) names.add(`${reference.kind} ${reference.number}`);
    if (/^Section /.test(label)) names.add(label.toLowerCase());
  }
  return names;
}

const ELSEWHERE =
  /「([^」]+)」(第[0-9０-９一二三四五六七八九十百]+条(?:の[0-9０-９一二三四五六七八九十]+)?|別表第[0-9]+)/g;

function namesIn(markdown: string): string[] {
  const own = markdown.replaceAll(ELSEWHERE, "");
  const names = findReferences(own).map(({ kind, number }) => `${kind} ${number}`);
  for (const [, unit = "", numbers = ""] of own.matchAll(/\b(Article|Section)s? ([0-9]+(?:(?:,| and| to) [0-9]+)*)/g)) {
    for (const [number] of numbers.matchAll(/[0-9]+/g)) names.push(`${unit.toLowerCase()} ${number}`);
  }
  return names;
}

describe("the sample documents", () => {
  const byTitle = new Map(sampleDocuments.map((document) => [document.title, document]));

  test("are the files in the folder, no more and no fewer", () => {
    const files = readdirSync(new URL("../sample/documents/", import.meta.url)).sort();
    expect(sampleDocuments.map(({ document_id }) => `${document_id}.md`).sort()).toEqual(files);
    for (const { document_id } of sampleDocuments) expect(document_id).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u);
  });

  test.each(sampleDocuments)("$document_id has its title and is several pages long", (document) => {
    expect(text(document).split("\n")[0]).toBe(`# ${document.title}`);
    expect(text(document).length).toBeGreaterThan(3_500);
  });

  test.each(sampleDocuments)("$document_id has a heading for each own part that it refers to", (document) => {
    const headings = headingsOf(text(document));
    const missing = namesIn(text(document)).filter((name) => !headings.has(name));
    expect(missing).toEqual([]);
  });

  test.each(sampleDocuments)("$document_id refers only to existing articles of other documents", (document) => {
    for (const [reference, title = "", label = ""] of text(document).matchAll(ELSEWHERE)) {
      const other = byTitle.get(title);
      const named = findReferences(label).map(({ kind, number }) => `${kind} ${number}`);
      expect({ reference, found: other && named.every((name) => headingsOf(text(other)).has(name)) }).toEqual({
        reference,
        found: true,
      });
    }
  });

  test("refer to each of their annexes", () => {
    for (const document of sampleDocuments) {
      const bodyNames = new Set(namesIn(text(document).replaceAll(/^#.*$/gm, "")));
      const annexes = [...headingsOf(text(document))].filter((name) => !/^(?:article|section) /.test(name));
      expect({ document: document.document_id, unnamed: annexes.filter((name) => !bodyNames.has(name)) }).toEqual({
        document: document.document_id,
        unnamed: [],
      });
    }
  });

  test("contain every difficult construct of Markdown between them", () => {
    const all = sampleDocuments.map(text).join("\n");
    for (const shape of [
      /^ {3,}\|.*\|$/m, // a table inside a list item
      /^(?:\|[^|\n]*){8,}\|$/m, // eight columns and more
      /<td rowspan="2">/,
      /<td colspan="\d">/,
      /<!--/,
      / {2}\n\S/, // a hard line break
      /^ {6}\d\. /m, // a list in a list in a list
      /^## 第１章/m,
      /^## 第一章/m,
      /^### 第36条の2/m,
      /^### 第十二条の二/m,
      /^#### 第13条/m, // an article below a section
      /^## 附則$/m,
      /^## Annex III /m,
    ]) {
      expect(all).toMatch(shape);
    }
  });
});
