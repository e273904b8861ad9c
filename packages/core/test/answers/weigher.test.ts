import { describe, expect, it } from "@jest/globals";
import { weigher } from "../../src/answers/passage.js";
import type { SearchHits } from "../../src/search/ranking/search-hits.js";

type Term = SearchHits["terms"][number];

const typed = (text: string, weight: number): Term => ({
  ...{ text, weight, prefix: false, significance: 1, origin: "typed" },
  ...{ said: null, also: null },
});
const meant = (said: string, also: string, text: string, weight: number): Term => ({
  ...typed(text, weight),
  ...{ origin: "vocabulary", said, also },
});

describe("the share of a question that a text has", () => {
  it("counts a word and those that are searched for it once, by the one that weighs most", () => {
    const asked = [
      typed("funeral", 5),
      typed("day", 3),
      meant("funeral", "bereavement leave", "bereavement", 3),
      meant("funeral", "bereavement leave", "leave", 1),
      // No visible text has "overseas" itself.
      meant("overseas", "abroad", "abroad", 4),
    ];
    const share = (text: string) => weigher(asked)(text);
    expect(share("A funeral abroad counts as such.")).toBeCloseTo(9 / 12);
    expect(share("Bereavement leave and the days of the funeral.")).toBeCloseTo(8 / 12);
    expect(share("A funeral, or days of bereavement leave, abroad.")).toBe(1);
  });

  it("counts the pairs of a typed word together", () => {
    const asked = [
      typed("給料", 3),
      typed("料日", 3),
      meant("給料日", "支払日", "支払", 2),
      meant("給料", "賃金", "賃金", 1),
    ];
    const share = (text: string) => weigher(asked)(text);
    expect(share("給料日は、毎月25日とする。")).toBe(1);
    expect(share("賃金の支払は、毎月25日とする。")).toBeCloseTo(2 / 6);
  });
});
