/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { LanguageProvider } from "../src/i18n/i18n.js";
import type { Language } from "../src/i18n/language.js";
import { DropZone } from "../src/ui/drop-zone.js";

afterEach(cleanup);

/** The paths that the page was given, one list for each drop. */
let taken: string[][];

function show(language: Language = "en") {
  taken = [];
  const storage = { getItem: () => language, setItem: () => undefined } as unknown as Storage;
  const onFiles = (files: readonly { path: string }[]) => taken.push(files.map(({ path }) => path));
  render(
    <LanguageProvider storage={storage}>
      <DropZone label="Drop" choose="Choose" chooseFolder="Choose a folder" accept={[".md"]} onFiles={onFiles} />
    </LanguageProvider>,
  );
}

/** As a browser gives what is dropped: files, and folders that it may be unable to read. */
async function drop(...items: readonly object[]) {
  const zone = await screen.findByRole("button", { name: /^Drop/ });
  const dataTransfer = { types: ["Files"], items, effectAllowed: "all", dropEffect: "copy", getData: () => "" };
  for (const event of [fireEvent.dragEnter, fireEvent.dragOver, fireEvent.drop]) event(zone, { dataTransfer });
}

const fileEntry = (name: string) => ({
  isFile: true,
  name,
  file: (done: (file: File) => void) => done(new File(["x"], name)),
});
const folder = (name: string, ...inside: readonly object[]) => {
  const rest = [inside, []];
  return {
    isDirectory: true,
    name,
    createReader: () => ({ readEntries: (done: (e?: object) => void) => done(rest.shift()) }),
  };
};
const closedFolder = (name: string) => ({
  ...{ isDirectory: true, name },
  createReader: () => ({
    readEntries: (_: unknown, fail: (error: Error) => void) => fail(new DOMException("x", "NotReadableError")),
  }),
});
const item = (entry: { name: string }) => ({
  ...{ kind: "file", type: "", webkitGetAsEntry: () => entry },
  getAsFile: () => new File(["x"], entry.name),
});

describe("Files that are dropped", () => {
  it.each([
    ["en", "The browser could not read these, so nothing of them was taken:", "rules/private, secret"],
    ["ja", "次のものはブラウザーで読み取れなかったため、追加されていません。", "rules/private、secret"],
  ] as const)(
    "and folders that the browser cannot read are named, and the others taken: %s",
    async (language, title, names) => {
      show(language);
      await drop(item(folder("rules", fileEntry("a.md"), closedFolder("private"))), item(closedFolder("secret")));
      expect((await screen.findByRole("alert")).textContent).toBe(title + names);
      await drop(item(fileEntry("b.md")));
      await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
      expect(taken).toEqual([["rules/a.md"], ["b.md"]]);
    },
  );

  it("do not include hidden files of folders", async () => {
    show();
    await drop(item(folder("rules", fileEntry("a.md"), fileEntry("~$a.docx"), folder(".git", fileEntry("b.md")))));
    await waitFor(() => expect(taken).toEqual([["rules/a.md"]]));
  });

  it.each([
    ["a text", { kind: "string", type: "text/plain" }],
    ["an empty folder", item(folder("rules"))],
    ["a folder of hidden files", item(folder("rules", fileEntry(".DS_Store")))],
  ])("%s has none of: that is announced, and the page takes none", async (_, nothing) => {
    show();
    await drop(nothing);
    const said = await screen.findByText("There was no file in it, so nothing was added.");
    expect(said.closest('[role="status"]')).not.toBeNull();
    await drop(item(fileEntry("b.md")));
    await waitFor(() => expect(taken).toEqual([[], ["b.md"]]));
    expect(screen.queryByText("There was no file in it, so nothing was added.")).toBeNull();
  });
});
