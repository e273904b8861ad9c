/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { TokensOfUser } from "../src/admin/users/tokens-of-user.js";
import { TokensPage } from "../src/tokens/tokens-page.js";
import { type Answer, refusal, showSignedIn } from "./admin-users/signed-in.js";

afterEach(cleanup);

const TOKEN = `retrieval_api_${"x".repeat(43)}`;
const listed = {
  token_id: "1",
  name: "週次レポート",
  audience: "api",
  role: "user",
  expires_at: "2026-02-14T00:00:00.000Z",
  client_id: null,
  last_used_at: null,
};
const config = (access_tokens: readonly string[]) => ({
  body: { portal_origin: "https://p.example", version: "1", time_zone: "UTC", answers_by_model: false, access_tokens },
});
/** A service with these tokens. */
const service =
  (tokens: readonly object[], audiences: readonly string[] = ["api"]): Answer =>
  ({ method, path }) => {
    if (path === "/api/config") return config(audiences);
    if (method === "POST") return { status: 201, body: { ...listed, token: TOKEN } };
    return method === "DELETE" ? { status: 204, body: null } : { body: { items: tokens, next_cursor: null } };
  };

describe("The page of access tokens", () => {
  it("creates a token, shows it once with an example without it, and forgets it", async () => {
    const sent = showSignedIn(<TokensPage />, "/tokens", service([]));
    await userEvent.click(await screen.findByRole("button", { name: "Create a token" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.queryByRole("radiogroup")).toBeNull();
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), " Report ");
    await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Lives for" }), "90 days");
    await userEvent.click(dialog.getByRole("button", { name: "Create" }));
    expect((await screen.findByText(TOKEN)).tagName).toBe("CODE");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ name: "Report", audience: "api", days: 90 });
    expect(screen.getByText(/curl/).textContent).not.toContain(TOKEN);
    await userEvent.click(screen.getByRole("button", { name: "I have copied it" }));
    expect(document.body.textContent).not.toContain(TOKEN);
  });

  it("offers administrators a token that reads all documents, and tells it apart", async () => {
    const sent = showSignedIn(<TokensPage />, "/tokens", service([{ ...listed, role: "admin" }]));
    await screen.findByRole("cell", { name: "A script (API) · Reads all documents" });
    await userEvent.click(screen.getByRole("button", { name: "Create a token" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "x");
    await userEvent.click(screen.getByRole("checkbox", { name: "Reads all documents" }));
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({ role: "admin" }));
  });

  it("offers both audiences where assistants are on", async () => {
    showSignedIn(<TokensPage />, "/tokens", service([], ["api", "mcp"]));
    await userEvent.click(await screen.findByRole("button", { name: "Create a token" }));
    expect((await screen.findAllByRole("radio")).length).toBe(2);
  });

  it("says why a token was not created", async () => {
    showSignedIn(<TokensPage />, "/tokens", (call) =>
      call.method === "POST"
        ? refusal(409, "CONFLICT", { code: "access_tokens.too_many", max: 20 })
        : service([])(call),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Create a token" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "x");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    expect((await screen.findByRole("alert")).textContent).toContain("You have 20 access tokens");
  });

  it("offers administrators a token for another service, with an example, which reads no documents", async () => {
    const authzen = { ...listed, audience: "authzen", role: "admin" };
    const answers = service([authzen], ["api", "authzen"]);
    const sent = showSignedIn(<TokensPage />, "/tokens", (call) =>
      call.method === "POST" ? { status: 201, body: { ...authzen, token: TOKEN } } : answers(call),
    );
    await screen.findByRole("cell", { name: "Another service (AuthZEN)" });
    await userEvent.click(screen.getByRole("button", { name: "Create a token" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "x");
    await userEvent.click(screen.getByRole("radio", { name: /^Another service/ }));
    expect(screen.queryByRole("checkbox", { name: "Reads all documents" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    expect((await screen.findByText(/curl/)).textContent).toContain("/access/v1/evaluation");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({ name: "x", audience: "authzen", days: 30 });
  });

  it("revokes a token, after asking", async () => {
    const sent = showSignedIn(<TokensPage />, "/tokens", service([listed]));
    await userEvent.click(await screen.findByRole("button", { name: /^Revoke/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(sent.filter(({ method }) => method === "DELETE")).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Revoke" }));
    await waitFor(() => expect(sent.find(({ method }) => method === "DELETE")?.path).toBe("/api/tokens/1"));
    await screen.findByText(/is revoked\.$/);
  });

  it("says that access tokens are turned off", async () => {
    showSignedIn(<TokensPage />, "/tokens", service([], []), "ja");
    await screen.findByRole("heading", { name: "アクセストークンは利用できません" });
    expect(screen.queryByRole("button", { name: "トークンを発行" })).toBeNull();
  });
});

describe("A user's access tokens, for administrators,", () => {
  it("are listed, and revoked as that user's", async () => {
    const sent = showSignedIn(<TokensOfUser user_id="001234" />, "/admin/users/001234", service([listed]));
    await userEvent.click(await screen.findByRole("button", { name: /^Revoke/ }));
    await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Revoke" }));
    await waitFor(() =>
      expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain("DELETE /api/manage/users/001234/tokens/1"),
    );
    expect(sent[0]?.path).toBe("/api/manage/users/001234/tokens");
  });
});
