/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, useState } from "react";
import { SearchField } from "../src/reading/search-field.js";
import { useSlashSearches } from "../src/shell/slash.js";

afterEach(cleanup);

// Missing from jsdom.
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
Element.prototype.scrollIntoView = () => undefined;

type Props = ComponentProps<typeof SearchField>;
type Told = Pick<Props, "onSubmit" | "onComposing" | "onSuggestion">;

const WORD = { text: "旅費規程の日当", document_id: null, document_title: null, chunk_id: null };
const DOCUMENT = { text: "旅費規程", document_id: "travel", document_title: null, chunk_id: null };
const SECTION = {
  text: "第5条 旅費",
  document_id: "travel",
  document_title: "旅費規程",
  chunk_id: "travel::art5::heading-1",
};

function Page({ suggestions = [], ...told }: Told & Partial<Pick<Props, "suggestions">>) {
  useSlashSearches();
  const [value, setValue] = useState("");
  return (
    <>
      <textarea aria-label="note" />
      <button type="button">elsewhere</button>
      <SearchField value={value} onChange={setValue} suggestions={suggestions} {...told} />
    </>
  );
}

function shown(suggestions: Props["suggestions"] = []) {
  const told = {
    onSubmit: jest.fn<Told["onSubmit"]>(),
    onComposing: jest.fn<Told["onComposing"]>(),
    onSuggestion: jest.fn<Told["onSuggestion"]>(),
  };
  const { rerender } = render(<Page {...told} suggestions={suggestions} />);
  const suggest = (others: Props["suggestions"]) => rerender(<Page {...told} suggestions={others} />);
  return { field: screen.getByRole("searchbox"), suggest, ...told };
}

/** Enter in the field, as in a browser: submits the form unless a handler prevents it. */
function enter(field: HTMLElement, how: KeyboardEventInit = {}) {
  if (fireEvent.keyDown(field, { key: "Enter", keyCode: 13, ...how }))
    fireEvent.submit(field.closest("form") as HTMLFormElement);
}

describe("The search field", () => {
  it("sends on Enter", () => {
    const { field, onSubmit } = shown();
    fireEvent.change(field, { target: { value: "年次有給休暇" } });
    enter(field);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["before the conversion ends", { isComposing: true }],
    ["with the key code of a conversion", { keyCode: 229 }],
  ])("does not send on the Enter that confirms a conversion, %s", (_name, how) => {
    const { field, onSubmit, onComposing } = shown();
    fireEvent.compositionStart(field);
    fireEvent.change(field, { target: { value: "ねんじ" } });
    enter(field, how);
    fireEvent.compositionEnd(field);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onComposing.mock.calls).toEqual([[true], [false]]);
    enter(field);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it("keeps the conversion on Escape", () => {
    const { field } = shown();
    fireEvent.change(field, { target: { value: "ねんじ" } });
    fireEvent.keyDown(field, { key: "Escape", isComposing: true, keyCode: 229 });
    expect((field as HTMLInputElement).value).toBe("ねんじ");
    fireEvent.keyDown(field, { key: "Escape", keyCode: 27 });
    expect((field as HTMLInputElement).value).toBe("");
  });

  it("is focused by a slash from anywhere except a field", () => {
    const { field } = shown();
    fireEvent.keyDown(screen.getByLabelText("note"), { key: "/" });
    expect(document.activeElement).not.toBe(field);
    fireEvent.keyDown(screen.getByText("elsewhere"), { key: "/", ctrlKey: true });
    expect(document.activeElement).not.toBe(field);
    fireEvent.keyDown(screen.getByText("elsewhere"), { key: "/" });
    expect(document.activeElement).toBe(field);
  });
});

describe("The suggestions", () => {
  const typing = async (suggestions: Props["suggestions"] = [WORD, DOCUMENT, SECTION]) => {
    const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
    const page = shown(suggestions);
    await user.type(page.field, "旅費");
    return { user, ...page };
  };
  /** The suggestion that the keyboard has reached, as the field announces it. */
  const active = (field: HTMLElement) =>
    document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent ?? null;

  it("are announced with their kind, and none is selected before the user selects it", async () => {
    const { user, field, onSubmit, onSuggestion } = await typing();
    const list = screen.getByRole("listbox", { name: "Suggestions" });
    expect(field.getAttribute("aria-controls")).toBe(list.id);
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "旅費規程の日当Search",
      "旅費規程Document",
      "第5条 旅費旅費規程",
    ]);
    expect(active(field)).toBeNull();
    await user.keyboard("{Enter}");
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(onSuggestion).not.toHaveBeenCalled();
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("are selected by the arrows, while the field keeps the focus", async () => {
    const { user, field, onSubmit, onSuggestion } = await typing();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    await waitFor(() => expect(active(field)).toMatch(/^旅費規程Document/));
    expect(document.activeElement).toBe(field);
    await user.keyboard("{Enter}");
    expect(onSuggestion.mock.calls).toEqual([[DOCUMENT]]);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("that arrive late do not change what is selected", async () => {
    const { user, field, suggest, onSuggestion } = await typing();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    await waitFor(() => expect(active(field)).toMatch(/^旅費規程Document/));
    suggest([SECTION, WORD, DOCUMENT]);
    await user.keyboard("{Enter}");
    expect(onSuggestion.mock.calls).toEqual([[DOCUMENT]]);
  });

  it("close on the first Escape, and the field is cleared by the next; an arrow opens them again", async () => {
    const { user, field } = await typing();
    const isLeftToBrowser = fireEvent.keyDown(field, { key: "Escape" });
    expect(isLeftToBrowser).toBe(false);
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(field).toHaveProperty("value", "旅費");
    await user.keyboard("{ArrowDown}");
    await screen.findByRole("listbox");
    await user.keyboard("{Escape}{Escape}");
    expect(field).toHaveProperty("value", "");
  });

  it("are not selected while a conversion is in progress", async () => {
    const { field, onSuggestion, onSubmit } = await typing();
    fireEvent.compositionStart(field);
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "Escape"])
      fireEvent.keyDown(field, { key, isComposing: true, keyCode: 229 });
    expect(active(field)).toBeNull();
    expect(onSuggestion).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    screen.getByRole("listbox");
  });

  it("close when the focus leaves the field, and open on a pointer's choice", async () => {
    const { user, onSuggestion } = await typing();
    await user.click(screen.getByRole("option", { name: /第5条/ }));
    expect(onSuggestion.mock.calls).toEqual([[SECTION]]);
    await user.type(screen.getByRole("searchbox"), "規");
    await screen.findByRole("listbox");
    await user.click(screen.getByLabelText("note"));
    expect(screen.queryByRole("listbox")).toBeNull();
  });
});
