import { describe, test } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import { expectEveryHtmlCharacter } from "./html-visible-text.js";
import { randomHtml } from "./random-html.js";

describe("no visible text of a page is lost, doubled or moved", () => {
  test("in random pages", async () => {
    await fc.assert(fc.asyncProperty(randomHtml, expectEveryHtmlCharacter), { numRuns: propertyRuns(300) });
  });

  test("in places where it is easily lost", async () => {
    for (const body of [
      "a<p>b</p>c<div>d<p>e</p>f</div>",
      "<table><tr><td>1.</td><td>a</td></tr><tr><td></td><td>b</td></tr><tr><td>3.</td><td>c</td></tr></table>",
      "<table><tr><td>(1)</td><td><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table></td></tr></table>",
      "<table><tr><td>(1)</td><td></td></tr></table>",
      "<p>Article 1</p><div><p>Aim</p></div><div><p>Article 2</p></div><p>Scope</p><p>Text.</p>",
      "<p>Article 1</p><h3>Aim</h3><p>a.</p>",
      "<dl><dt>a<dd>b<dt>c<dd>d</dl><details><summary>e</summary>f</details>",
      "<table border=0><tr><td><h2>a</h2>b</td><td>c<ul><li>d</ul></td></tr></table>",
      "<noscript>no</noscript><textarea>a</textarea><button>b</button><label>c</label>",
      "<pre>a\n  b</pre><center>c</center><font>d</font><marquee>e</marquee>",
    ]) {
      await expectEveryHtmlCharacter(`<body>${body}</body>`);
    }
  });
});
