import { describe, expect, it } from "@jest/globals";
import { chunkAddress, passageOf } from "../../src/reading/addresses.js";

describe("The address of a passage", () => {
  it("is short, readable, and names the search that led there", () => {
    expect(chunkAddress("wage-rules", "wage-rules::ch3::art13")).toBe("/documents/wage-rules/ch3::art13");
    expect(chunkAddress("wage-rules", "wage-rules")).toBe("/documents/wage-rules");
    expect(
      chunkAddress("規程", "規程::art1::table-1", { query: "日当 5%", previous: [], document_id: null, all: false }),
    ).toBe("/documents/%E8%A6%8F%E7%A8%8B/art1::table-1?q=%E6%97%A5%E5%BD%93%205%25");
    expect(chunkAddress("d", "d::art1", { query: "a", previous: ["b c", "d"], document_id: "d e", all: true })).toBe(
      "/documents/d/art1?q=a&after=b%20c&after=d&doc=d%20e&all=",
    );
  });

  it.each([
    ["wage-rules", "wage-rules::ch3::art13"],
    ["wage-rules", "wage-rules::paragraph-1"],
    ["ch2", "ch2::ch2"],
    ["ch2", "ch2::ch2::paragraph-1"],
    ["ch2", "ch2::ch2::ch2::paragraph-1"],
  ])("in %s leads back to %s", (document_id, id) => {
    const path = chunkAddress(document_id, id).split("/").slice(3).map(decodeURIComponent).join("/");
    expect(passageOf(document_id, path)).toBe(id);
  });

  it("with the whole id, as older links have it, leads to the passage", () => {
    expect(passageOf("wage-rules", "wage-rules::art1::paragraph-2")).toBe("wage-rules::art1::paragraph-2");
  });
});
