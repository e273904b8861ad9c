/** @jest-environment jsdom */
import { expect, it } from "@jest/globals";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Button } from "../src/ui/button.js";

function Form({ onSave }: { onSave: () => void }) {
  const [isChanged, setChanged] = useState(true);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
        setChanged(false);
      }}
    >
      <Button type="submit" isDisabled={!isChanged}>
        Save
      </Button>
      <Button>Next</Button>
    </form>
  );
}

it("keeps the focus when its own press disables it, and acts no more", async () => {
  let saved = 0;
  render(<Form onSave={() => (saved += 1)} />);
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(save());
  expect(save().getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard("{Enter}");
  await userEvent.click(save());
  expect(saved).toBe(1);
  act(() => save().focus());
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Next" }));
  expect(save().disabled).toBe(true);
});
