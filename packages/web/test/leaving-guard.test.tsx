/** @jest-environment jsdom */
import { afterEach, expect, it } from "@jest/globals";
import { cleanup, render } from "@testing-library/react";
import { LeavingGuard } from "../src/ui/leaving-guard.js";

afterEach(cleanup);

it("The browser asks before a window with unsaved changes closes, and only then", () => {
  const guard = (isUnsaved: boolean) => (
    <LeavingGuard isUnsaved={isUnsaved} title="Leave?" leave="Leave" stay="Stay">
      Unsaved.
    </LeavingGuard>
  );
  const asks = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const { rerender } = render(guard(true));
  expect(asks()).toBe(true);
  rerender(guard(false));
  expect(asks()).toBe(false);
});
