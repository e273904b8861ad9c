/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
import { RuleService, show } from "./service.js";

afterEach(cleanup);

const ACCOUNTING = { ...CLOSED, allowed_department_codes: ["D100"] };

async function reading() {
  const service = new RuleService(EVERYONE);
  service.put(ACCOUNTING, "100002");
  show(<DocumentAdminPage document_id="rules" part="history" />, service);
  await screen.findByText("Version 2");
  return { service, user: userEvent.setup() };
}

const asking = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole("button", { name: "Restore Version 1" }));
  const question = await screen.findByRole("alertdialog");
  await within(question).findByText("1 user will be able to read it");
  return question;
};

describe("The history of a rule", () => {
  it("shows for each version who made it and what it changed", async () => {
    await reading();
    await screen.findByText(/鈴木 一郎/);
    const [newest, oldest] = screen.getAllByRole("listitem").filter((item) => item.querySelector("h2"));
    expect(newest?.textContent).toMatch(/Version 2In force.*Restricted to those named.*Added.*Department D100/);
    expect(oldest?.textContent).toMatch(/Version 1.*The service itself.*Read by: Everyone/);
    expect(screen.queryByRole("button", { name: "Restore Version 2" })).toBeNull();
  });

  it("restores an older version after showing who gains and who loses", async () => {
    const { service, user } = await reading();
    const question = await asking(user);
    within(question).getByText("100002 鈴木 一郎");
    await user.click(within(question).getByRole("button", { name: "Restore this version" }));
    await screen.findByText("Version 1 is restored as version 3.");
    expect(service.rules).toEqual(EVERYONE);
    expect(service.sent.find(({ path }) => path.endsWith("/restore"))).toMatchObject({
      json: { version: 1 },
      headers: { "If-Match": '"2"' },
    });
  });

  it("asks again if the rule has changed meanwhile, compared with the current rule", async () => {
    const { service, user } = await reading();
    const question = await asking(user);
    service.put(CLOSED, "100001");
    await user.click(within(question).getByRole("button", { name: "Restore this version" }));
    await within(question).findByText(/The rule was changed in the meantime/);
    await within(question).findByText("2 users will be able to read it");
    expect(service.rules).toEqual(CLOSED);
    await user.click(within(question).getByRole("button", { name: "Restore this version" }));
    await screen.findByText("Version 1 is restored as version 4.");
  });
});
