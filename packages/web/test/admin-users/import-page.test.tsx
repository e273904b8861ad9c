/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ImportPage } from "../../src/admin/users/import-page.js";
import { importAnswer } from "./import-answers.js";
import { type Answer, refusal, type Sent, showSignedIn } from "./signed-in.js";

afterEach(cleanup);

const LEAVER = { change: "deactivated", line: null, user_id: "000007", display_name: "旧 社員" } as const;
const CHECKED = importAnswer();
const SYNC = importAnswer({
  mode: "sync",
  counts: { new: 0, changed: 58, unchanged: 0, reactivated: 0, deactivated: 219, skipped: 1, refused: 0 },
  users: [LEAVER],
});
const asks = (deactivated: number, active: number, unagreed: number) =>
  refusal(409, "CONFLICT", { code: "import.too_many_deactivated", deactivated, active, max: 55, unagreed });

const show = (answer: Answer, language: "en" | "ja" = "en") =>
  showSignedIn(<ImportPage />, "/admin/imports", answer, language);
const isCheck = ({ query }: Pick<Sent, "query">) => query.dry_run === "true";

async function choose(name = "head-office.csv") {
  await screen.findByRole("heading", { level: 1 });
  const field = document.querySelector("input[type=file]") as HTMLInputElement;
  // The file dialog's filter is not enforced: a file of any name can be dropped.
  await userEvent.upload(field, new File(["社員番号,氏名\n"], name), { applyAccept: false });
}

/** Checks a file with this answer. */
async function checked(answer: Answer, language: "en" | "ja" = "en") {
  const sent = show(answer, language);
  await choose();
  await userEvent.click(screen.getByRole("button", { name: /^(Check the file|ファイルを確認)$/ }));
  return sent;
}

describe("The import page", () => {
  it("sends the file unchanged, and shows what it would do and that nothing is written", async () => {
    const sent = show(() => ({ body: CHECKED }));
    await choose();
    await userEvent.click(screen.getByRole("checkbox", { name: "Also update existing users" }));
    await userEvent.click(screen.getByRole("button", { name: "Check the file" }));
    await screen.findByText("Nothing is written yet");
    expect(sent[0]).toMatchObject({
      method: "POST",
      path: "/api/manage/imports",
      query: { mode: "import", update: "true", dry_run: "true" },
      body: expect.any(Uint8Array),
    });
    expect(screen.getByText("head-office.csv · Add and update · CP932 (Shift_JIS)")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("What the file would do");
  });

  it("offers no update when the file is synchronised", async () => {
    const sent = show(() => ({ body: SYNC }));
    await choose();
    await userEvent.click(screen.getByRole("checkbox", { name: "Also update existing users" }));
    await userEvent.click(screen.getByRole("radio", { name: "Synchronise" }));
    expect(screen.queryByRole("checkbox")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Check the file" }));
    await screen.findByText("Nothing is written yet");
    expect(sent[0]?.query).toEqual({ mode: "sync", update: "false", dry_run: "true" });
    const leavers = screen.getByText("219 users deactivated");
    expect([leavers, screen.getByText("58 users changed")].map((part) => part.closest("details")?.open)).toEqual([
      false,
      false,
    ]);
    await userEvent.click(leavers);
    const row = within(await screen.findByRole("row", { name: /旧 社員/ }));
    expect(row.getByRole("cell").textContent).toBe("Number000007");
    expect(row.getByRole("link").getAttribute("href")).toBe("/admin/users/000007");
  });

  it("offers the names of the columns if they are not recognised", async () => {
    const sent = show(({ query }) =>
      query.columns === undefined
        ? refusal(400, "INVALID_REQUEST", {
            code: "columns.not_found",
            fields: ["user_id", "display_name"],
            encoding: "UTF-8",
          })
        : { body: CHECKED },
    );
    await choose();
    const columns = () => document.querySelector("details") as HTMLDetailsElement;
    expect(columns().open).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Check the file" }));
    await screen.findByText("This file cannot be used");
    expect(columns().open).toBe(true);
    await userEvent.type(screen.getByRole("textbox", { name: "Employee number" }), "番号");
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "2");
    expect(screen.queryByText("This file cannot be used")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Check the file" }));
    await screen.findByText("Nothing is written yet");
    expect(sent[1]?.query.columns).toBe("user_id:番号,display_name:2");
  });

  it("shows the limit for a file that is too large", async () => {
    show(() => refusal(413, "PAYLOAD_TOO_LARGE"));
    await choose();
    await userEvent.click(screen.getByRole("button", { name: "Check the file" }));
    expect(await screen.findByText("The file is too large. The limit is 16 MB.")).toBeTruthy();
  });

  it("applies on request, and shows the result", async () => {
    const done = importAnswer({ counts: { ...CHECKED.counts, new: 3, refused: 6 } });
    const sent = await checked((call) => ({ body: isCheck(call) ? CHECKED : done }));
    await userEvent.click(await screen.findByRole("button", { name: "Apply: write 4 users" }));
    expect(await screen.findByText("The import is done")).toBeTruthy();
    expect(screen.getByText("3 users written. The results are below.")).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST")).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: "Another file" }));
    expect(await screen.findByText("Import users")).toBeTruthy();
  });

  it("checks again if users have changed since the check, and writes nothing", async () => {
    let checks = 0;
    const moved = importAnswer({ counts: { ...CHECKED.counts, new: 3 } });
    const sent = await checked((call) => {
      if (!isCheck(call)) return refusal(412, "PRECONDITION_FAILED", { code: "import.plan_changed" });
      checks += 1;
      return { body: checks === 1 ? CHECKED : moved };
    });
    await userEvent.click(await screen.findByRole("button", { name: "Apply: write 4 users" }));
    await screen.findByText("Users have changed since the check");
    expect(screen.getByRole("button", { name: "Apply: write 3 users" })).toBeTruthy();
    expect(sent.filter(({ method }) => method === "POST")).toHaveLength(3);
  });

  it("says that nothing is left to apply if the answer to the applied import was lost", async () => {
    const written = importAnswer({ counts: { ...CHECKED.counts, new: 0, changed: 0, reactivated: 0, skipped: 4 } });
    let isApplied = false;
    await checked((call) => {
      if (isCheck(call)) return { body: isApplied ? written : CHECKED };
      isApplied = true;
      return refusal(412, "PRECONDITION_FAILED", { code: "import.plan_changed" });
    });
    await userEvent.click(await screen.findByRole("button", { name: "Apply: write 4 users" }));
    await screen.findByText("Nothing is left to apply");
    expect(screen.queryByText("Users have changed since the check")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Apply/ })).toBeNull();
  });

  it("requires the typed number if more than the limit would be deactivated", async () => {
    const sent = await checked((call) =>
      isCheck(call) || call.query.yes_deactivate === "219" ? { body: SYNC } : asks(219, 277, 0),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Apply: write 277 users" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText(/would deactivate 219 of 277 users\. .* within 24 hours\. A deactivated/)).toBeTruthy();
    const agree = dialog.getByRole("button", { name: "Deactivate 219 users and apply" });
    await userEvent.type(dialog.getByRole("textbox"), "218");
    await userEvent.click(agree);
    expect(sent).toHaveLength(2);
    await userEvent.clear(dialog.getByRole("textbox"));
    await userEvent.type(dialog.getByRole("textbox"), "２１９");
    await userEvent.click(agree);
    await screen.findByText("The import is done");
    expect(sent[2]?.query).toMatchObject({ yes_deactivate: "219" });
  });

  it.each([
    [
      "en",
      /^Apply/,
      "Deactivate 1 user?",
      "This would deactivate 1 of 217 users. Without your agreement, at most 55 may be deactivated within 24 hours; 55 already were.",
      "Deactivate 1 user and apply",
    ],
    [
      "ja",
      /適用$/,
      "1 人を無効にしますか",
      "217 人のうち 1 人が無効になり、サインインも文書の閲覧もできなくなります（確認なしで無効にできるのは、24 時間で 55 人までで、すでに 55 人が無効になっています）。",
      "1 人を無効にして適用",
    ],
  ] as const)("says how many were deactivated already: %s", async (language, apply, title, text, agree) => {
    await checked((call) => (isCheck(call) ? { body: SYNC } : asks(1, 217, 55)), language);
    await userEvent.click(await screen.findByRole("button", { name: apply }));
    const dialog = within(await screen.findByRole("alertdialog", { name: title }));
    expect(dialog.getByText((said) => said.startsWith(text))).toBeTruthy();
    expect(dialog.getByRole("button", { name: agree })).toBeTruthy();
  });

  it("has nothing to apply if all users match the file", async () => {
    const counts = { ...CHECKED.counts, new: 0, unchanged: 4, skipped: 0, refused: 0 };
    await checked(() => ({ body: importAnswer({ counts }) }));
    await screen.findByText("There is nothing to apply");
    expect(screen.queryByRole("button", { name: /^Apply/ })).toBeNull();
  });

  it("lists refused lines by number, and shows many in steps", async () => {
    const refused = Array.from({ length: 120 }, (_, i) => ({
      line: i + 2,
      user_id: null,
      display_name: null,
      reason: "the name is empty",
      problems: [{ code: "line.empty_cell", field: "display_name" } as const],
    }));
    await checked(() => ({ body: importAnswer({ refused }) }));
    const lines = within(await screen.findByRole("table", { name: "Refused lines" }));
    expect(lines.getAllByRole("row")).toHaveLength(51);
    await userEvent.click(screen.getByRole("button", { name: "Show 70 more" }));
    expect(lines.getAllByRole("row")).toHaveLength(121);
  });
});
