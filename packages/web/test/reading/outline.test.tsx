/** @jest-environment jsdom */
import { afterEach, expect, it } from "@jest/globals";
import { cleanup, render, screen } from "@testing-library/react";
import { LanguageProvider } from "../../src/i18n/i18n.js";
import { Outline } from "../../src/reading/document/outline.js";
import { headingsOf } from "../../src/reading/document/outline-map.js";
import { OUTLINE } from "./a-document.js";

afterEach(cleanup);

it("renders only the entries that change when the current one does", () => {
  const rendered: string[] = [];
  const headings = headingsOf(OUTLINE, { sections: new Map() }).map((heading) => ({
    ...heading,
    get name() {
      rendered.push(heading.label);
      return heading.title;
    },
  }));
  const onOpen = () => undefined;
  const outline = (current: number) => (
    <LanguageProvider storage={localStorage}>
      <Outline document_id="d" title="" sections={{ headings, at: current, truncated: false }} onOpen={onOpen} />
    </LanguageProvider>
  );
  const { rerender } = render(outline(0));
  rendered.length = 0;
  rerender(outline(1));
  expect(rendered).toEqual(["第1条", "第2条"]);
  expect(screen.getByRole("link", { current: "location" }).textContent).toBe("日当");
});
