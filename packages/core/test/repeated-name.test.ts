import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { repeatedName } from "../src/repeated-name.js";

describe("a name that an object has twice", () => {
  it.each([
    ['{"a":1,"a":2}', "a"],
    ['{"a":1,"b":{"a":1},"a" \n:2}', "a"],
    ['[{"x":{"role":"user","role":"admin"}}]', "role"],
    ['{"allow_all":false,"allow\\u005fall":true}', "allow_all"],
    ['{"a\\"b":"\\\\","a\\u0022b":1}', 'a"b'],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"":1,"":2}', ""],
  ])("is found in %s", (json, name) => {
    expect(repeatedName(json)).toBe(name);
  });

  it.each(['[{"a":1},{"a":1}]', '{"a":{"a":{"a":"a"}},"b":["a","a"]}', '{"a":"\\"a\\":1,{","b":"a:"}', '"a"'])(
    "is not in %s",
    (json) => {
      expect(repeatedName(json)).toBeNull();
    },
  );

  it("is in no JSON that was written from a value", () => {
    fc.assert(fc.property(fc.json(), (json) => expect(repeatedName(JSON.stringify(JSON.parse(json)))).toBeNull()));
  });

  it("is well-formed and short", () => {
    const name = `\\ud800${"x".repeat(200)}`;
    expect(repeatedName(`{"${name}":1,"${name}":2}`)).toBe(`\ufffd${"x".repeat(63)}`);
  });
});
