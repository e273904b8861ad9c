import { describe, test } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import { expectEveryCharacter } from "./accounting.js";
import { randomMarkdown } from "./random-markdown.js";

describe("no visible text is lost, doubled or moved", () => {
  test("in random Markdown", async () => {
    await fc.assert(fc.asyncProperty(randomMarkdown, expectEveryCharacter), { numRuns: propertyRuns(300) });
  });

  test("in places where it is easily lost", async () => {
    for (const source of [
      "# Title\ntext after\n",
      "a[^1] b[^two]\n\n[^two]: second\n[^1]: first\n\n    more\n",
      "1. a\n\n   | x |\n   |---|\n   | y |\n2. b\n   - c\n\n     <table><tr><td>d</td></tr></table>\n\n     e\n   - f\n3. g\n",
      "<div>\n\n**a**\n\n</div>\n\n<p>b <i>c</i>\n\nd\n",
      "> 1. a\n>    > b\n>    > | c |\n>    > |---|\n>    > | d |\n",
      "1. a\n\n   1.\n   2. b\n2. c\n\n   3. d\n",
      "- \n- a\n-\n  b\n",
      "![a](x) [![b](y)](z) [c][d]\n\n[d]: e 'title'\n",
      "<table><tr><td>a</td></tr></table> <details><summary>b</summary>c</details>\n",
      "| a | b |\n|---|---|\n| `c\\|d` | e<br>f | dropped by GFM |\n",
      "\\# a\n\n&lt;b&gt; &copy; &#12354;\n\n    code <c>\n",
    ]) {
      await expectEveryCharacter(source);
    }
  });
});
