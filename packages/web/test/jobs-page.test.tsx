/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Problem } from "@retrieval/core/problems";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { JobsPage } from "../src/admin/jobs/jobs-page.js";
import { type Answer, refusal, showSignedIn } from "./admin-users/signed-in.js";

afterEach(cleanup);

const upload = {
  job_id: "1",
  document_id: "work-rules",
  title: "Work Rules",
  by_user: "000002",
  created_at: "2026-01-31T00:00:00.000Z",
  state: "done",
  progress: 1,
  warnings: [],
  changes: null,
  contents: null,
  draft: false,
  unchanged: false,
  problems: [] as readonly Problem[],
};
const waiting = { ...upload, job_id: "2", state: "queued", progress: 0 };
const untitled = { ...upload, job_id: "3", document_id: "leave-rules", title: null, by_user: null };
const NO_LONGER_ADMIN = [{ code: "version.not_published" }, { code: "sender.not_admin", user_id: "000002" }];
const NO_MORE = "この版は公開していません。";
const refused = { ...upload, job_id: "4", state: "failed", error: NO_MORE, problems: NO_LONGER_ADMIN };
const SENDER = { user_id: "000002", display_name: "山本 花子", role: "admin", is_active: true };
const listed = (jobs: readonly object[]): Answer => {
  return ({ path }) => ({ body: path === "/api/manage/jobs" ? { items: jobs, next_cursor: null } : SENDER });
};
const show = (answer: Answer, language: "en" | "ja" = "en") =>
  showSignedIn(<JobsPage />, "/admin/jobs", answer, language);
const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole("row", { name }))
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

describe("The jobs page", () => {
  it("reports an empty list", async () => {
    show(listed([]));
    await screen.findByRole("heading", { name: "There are no jobs" });
  });

  it("lists each job's subject, state, sender and time", async () => {
    show(listed([{ ...upload, state: "running", progress: 0.4 }, untitled]));
    await screen.findByText(/山本 花子/);
    expect(await cellsOf(/Work Rules/)).toEqual([
      "StateRunning, 40%",
      "Sent by000002 山本 花子",
      expect.stringContaining("2026"),
      "",
    ]);
    expect((await cellsOf(/leave-rules/)).slice(0, 2)).toEqual([
      expect.stringMatching(/^StatePublished/),
      "Sent byThe service itself",
    ]);
    expect(screen.getByRole("link", { name: "Work Rules" }).getAttribute("href")).toBe(
      "/admin/documents/work-rules/access",
    );
  });

  it("shows why a job failed, as the service says it", async () => {
    show(listed([refused]), "ja");
    expect(await cellsOf(/Work Rules/)).toContain(`状態失敗${NO_MORE}`);
  });

  it("reloads the list while a job waits, and stops once all have ended", async () => {
    let reads = 0;
    const sent = show(() => {
      reads += 1;
      return { body: { items: [reads < 3 ? waiting : upload], next_cursor: null } };
    });
    await waitFor(() => expect(screen.queryByText("Published")).not.toBeNull(), { timeout: 20_000 });
    expect(sent.length).toBeGreaterThanOrEqual(3);
  });

  it("cancels a waiting job, after asking", async () => {
    let isCancelled = false;
    const sent = show((call) => {
      if (call.method === "DELETE") {
        isCancelled = true;
        return { status: 204, body: null };
      }
      return { body: { items: [isCancelled ? { ...waiting, state: "cancelled" } : waiting], next_cursor: null } };
    });
    await userEvent.click(await screen.findByRole("button", { name: "Cancel the job of Work Rules" }));
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel the job" }),
    );
    await screen.findByText("The job of Work Rules is cancelled.");
    await screen.findByText("Cancelled");
    expect(sent.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual(["/api/manage/jobs/2"]);
  });

  it("keeps a title's direction out of the sentences around it", async () => {
    const turning = { ...waiting, title: "\u202Edaeha" };
    const isolated = "\u2068daeha\u2069";
    show((call) =>
      call.method === "DELETE" ? { status: 204, body: null } : { body: { items: [turning], next_cursor: null } },
    );
    const button = await screen.findByRole("button", { name: /^Cancel/ });
    expect(button.textContent).toBe(`Cancel the job of ${isolated}`);
    expect(screen.getByRole("link").textContent).toBe(isolated);
    await userEvent.click(button);
    const dialog = within(await screen.findByRole("alertdialog"));
    dialog.getByText((said) => said.startsWith(`${isolated} is waiting`));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel the job" }));
    expect((await screen.findByText(/^The job of .+ is cancelled\.$/)).textContent).toBe(
      `The job of ${isolated} is cancelled.`,
    );
  });

  it("reports in its language that a job can no longer be cancelled", async () => {
    show(
      (call) =>
        call.method === "DELETE"
          ? refusal(409, "CONFLICT", { code: "job.not_waiting", state: "running" })
          : { body: { items: [waiting], next_cursor: null } },
      "ja",
    );
    await userEvent.click(await screen.findByRole("button", { name: /^取り消す/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "ジョブを取り消す" }));
    await dialog.findByText("このジョブは処理中です。取り消せるのは、待機中のジョブだけです。");
  });
});
