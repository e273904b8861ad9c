import { describe, expect, test } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { columnsOf, table } from "../../src/commands/management/columns.js";
import { dayOrTime, localTime } from "../../src/commands/management/local-time.js";
import { parseRule, ruleText } from "../../src/commands/management/rule-text.js";
import { speaking } from "../../src/texts/say.js";
import { temporaryFolder } from "./run-command.js";

describe("a time", () => {
  test.each(["2026-01-31T23:30:00.000Z", "2026-07-31T00:00:59.000Z"])(
    "%s is on the clock of the machine, with its offset",
    (at) => {
      expect(localTime(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      expect(new Date(localTime(at)).toISOString()).toBe(at);
      expect(localTime(at).slice(11, 13)).toBe(String(new Date(at).getHours()).padStart(2, "0"));
    },
  );
});

describe("in TIME_ZONE", () => {
  const there = <Result>(timeZone: string, work: () => Result) => speaking({ language: "en", timeZone }, work);

  test("a time has its offset", () => {
    expect(there("Asia/Tokyo", () => localTime("2026-11-26T23:59:59.999Z"))).toBe("2026-11-27T08:59:59+09:00");
    expect(there("America/St_Johns", () => localTime("2026-01-01T00:00:00Z"))).toBe("2025-12-31T20:30:00-03:30");
  });

  test.each([
    ["Asia/Tokyo", "2026-11-26", "2026-11-25T15:00:00.000Z", "2026-11-26T14:59:59.999Z"],
    ["UTC", "2026-11-26", "2026-11-26T00:00:00.000Z", "2026-11-26T23:59:59.999Z"],
    // Clocks go forward in the night before and back on the day.
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  ])("a date is a day there: %s %s", (zone, date, start, end) => {
    const time = (edge: "start" | "end") => there(zone, () => new Date(dayOrTime(date, edge)).toISOString());
    expect([time("start"), time("end")]).toEqual([start, end]);
  });

  test("a time stays, for the service to judge; what is neither is refused, with the zone of dates", () => {
    for (const text of ["2026-01-31T09:00:00+09:00", "2026-01-31T25:00Z"])
      expect(there("Asia/Tokyo", () => dayOrTime(text, "end"))).toBe(text);
    for (const text of ["2026-02-30T", "2026-13-45", "2026-02-30", "2026-01-31T09:00", "2026", "yesterday"])
      expect(() => there("Asia/Tokyo", () => dayOrTime(text, "end"))).toThrow(
        `${text} is neither a date like 2026-01-31 (in Asia/Tokyo) nor a time like 2026-01-31T09:00:00+09:00.`,
      );
  });
});

describe("text on a terminal", () => {
  test.each([
    ["abc", 3],
    ["田中 花子", 9],
    ["\u9ad9橋", 4],
    ["ﾀﾅｶ", 3],
    ["ＡＢＣ（株）", 12],
    ["か\u3099", 2],
    ["Ayşe", 4],
    ["𠮷野", 4],
    ["한글", 4],
  ])("%j takes %d columns", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  test("columns stay aligned under names of every width", () => {
    expect(
      table([
        ["001234", "\u9ad9橋 美咲", "user"],
        ["190312", "Tran Thuy Linh", "developer"],
        ["000007", "𠮷野 ﾀﾛｳ", "user"],
      ]),
    ).toEqual([
      "001234  \u9ad9橋 美咲       user",
      "190312  Tran Thuy Linh  developer",
      "000007  𠮷野 ﾀﾛｳ        user",
    ]);
  });
});

describe("a rule as an operator writes it", () => {
  const restricted = {
    allow_all: false,
    allowed_department_codes: ["D1010", "D1020"],
    allowed_groups: ["managers"],
    allowed_users: ["001234"],
  };

  test.each([
    ["everyone", EVERYONE],
    [" nobody ", CLOSED],
    ["departments:D1010,D1020;groups:managers;users:001234", restricted],
    ["department: D1010, D1020; group: managers; user: 001234", restricted],
    ["departments:D1010;departments:D1020;groups:managers;users:001234", restricted],
    [JSON.stringify(restricted), restricted],
    ["groups:a:b", { ...CLOSED, allowed_groups: ["a:b"] }],
  ])("%j is parsed", (text, rules) => {
    expect(parseRule(text, "en")).toEqual(rules);
  });

  test("its printed form can be parsed again", () => {
    for (const rules of [EVERYONE, CLOSED, restricted, { ...CLOSED, allowed_users: ["001234"] }]) {
      expect(parseRule(ruleText(rules), "en")).toEqual(rules);
    }
  });

  test.each([
    ["", "is not part of a rule"],
    ["Everyone", "is not part of a rule"],
    ["everyone;groups:managers", "is not part of a rule"],
    ["departments", "is not part of a rule"],
    ["departments:", "must not be empty"],
    ["departments:D1010,,D1020", "must not be empty"],
    ["{", "is not JSON"],
    ['{"allowed_groups":["managers"]}', "set allow_all to false"],
    ['{"allow_all":false,"allowed_department":["D1010"]}', "unknown field"],
    ["missing.json", "cannot be read: there is no such file"],
  ])("%j is refused with a sentence, and never opens a document", (text, words) => {
    expect(() => parseRule(text, "en")).toThrow(words);
  });

  test("a rule is read from a file, with the byte order mark of Windows editors", async () => {
    const { file } = await temporaryFolder();
    const path = await file("rule.json", `\ufeff${JSON.stringify(restricted)}`);
    expect(parseRule(path, "en")).toEqual(restricted);
  });
});
