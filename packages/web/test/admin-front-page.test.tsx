/** @jest-environment jsdom */
import { afterEach, expect, it } from "@jest/globals";
import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { FrontPageAdminPage } from "../src/admin/front-page/front-page-admin-page.js";
import { answer, answering, refusal, show } from "./admin-documents/service.js";

afterEach(cleanup);

/** A service with these questions; another administrator may change them by `held`. */
function open(held: { questions: string[]; version: number }) {
  const service = answering({
    "GET /api/front-page": () => answer(held),
    "PUT /api/manage/front-page": ({ headers, json }) => {
      if (headers["If-Match"] !== `"${held.version}"`) return refusal(412, "PRECONDITION_FAILED", "It has changed.");
      return answer(Object.assign(held, json, { version: held.version + 1 }));
    },
  });
  show(<FrontPageAdminPage />, service);
  return service;
}

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Questions" });

it("replaces the questions by one in each line, from the version that was read", async () => {
  const held = { questions: ["給料日はいつですか"], version: 3 };
  open(held);
  const user = userEvent.setup();
  expect((await field()).value).toBe("給料日はいつですか");
  await user.type(await field(), "\n 副業の届出は \n\n副業の届出は");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(held).toEqual({ questions: ["給料日はいつですか", "副業の届出は"], version: 4 });
});

it("shows what another administrator wrote meanwhile, and replaces it only when saved again", async () => {
  const held = { questions: ["給料日はいつですか"], version: 3 };
  open(held);
  const user = userEvent.setup();
  await user.clear(await field());
  await user.type(await field(), "出張の宿泊費は");
  Object.assign(held, { questions: ["副業の届出は"], version: 4 });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("It has changed.");
  await screen.findByText("副業の届出は");
  expect(held.questions).toEqual(["副業の届出は"]);
  expect((await field()).value).toBe("出張の宿泊費は");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(held.questions).toEqual(["出張の宿泊費は"]);
});
