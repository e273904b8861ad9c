import { describe, expect, it } from "@jest/globals";
import { departmentLookup } from "../../src/users/department-lookup.js";

describe("a department's name", () => {
  it.each([
    ["東京〜大阪", "東京～大阪"],
    ["第1−2課", "第１－２課"],
    ["企画‖開発部", "企画∥開発部"],
    ["本社—支社", "本社―支社"],
    ["￠￡￢￤部", "¢£¬¦部"],
    ["ABC部", " ＡＢＣ部　"],
    ["カ\u3099ス部", "ｶﾞｽ部"],
  ])("%s and %s are the same, whichever one the master has", (one, other) => {
    for (const [master, asked] of [
      [one, other],
      [other, one],
      [one, one],
    ] as const) {
      expect(departmentLookup([{ code: "D1", name: master }])(asked)).toEqual({ code: "D1" });
    }
  });

  it.each([
    ["総務 部", "総務部"],
    ["第一課", "第1課"],
    ["髙橋部", "高橋部"],
    ["東京ー大阪", "東京－大阪"],
    ["東京―大阪", "東京－大阪"],
    ["abc部", "ABC部"],
  ])("%s and %s stay different", (one, other) => {
    expect(departmentLookup([{ code: "D1", name: one }])(other)).toEqual({ code: null, why: "unknown" });
  });

  it("that the master has in both forms is ambiguous", () => {
    const master = [
      { code: "D1", name: "東京〜大阪" },
      { code: "D2", name: "東京～大阪" },
    ];
    expect(departmentLookup(master)("東京〜大阪")).toEqual({ code: null, why: "ambiguous" });
  });
});
