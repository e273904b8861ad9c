/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentProps, useState } from "react";
import { SearchField } from "../src/reading/search-field.js";
import { useSlashSearches } from "../src/shell/slash.js";

afterEach(cleanup);

type Told = Pick<ComponentProps<typeof SearchField>, "onSubmit" | "onComposing">;

function Page(told: Told) {
  useSlashSearches();
  const [value, setValue] = useState("");
  return (
    <>
      <textarea aria-label="note" />
      <button type="button">elsewhere</button>
      <SearchField value={value} onChange={setValue} suggestions={[]} onSuggestion={() => undefined} {...told} />
    </>
  );
}

function shown() {
  const told = { onSubmit: jest.fn<Told["onSubmit"]>(), onComposing: jest.fn<Told["onComposing"]>() };
  render(<Page {...told} />);
  return { field: screen.getByRole("searchbox"), ...told };
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
