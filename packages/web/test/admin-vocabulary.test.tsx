/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { VocabularyPage } from "../src/admin/vocabulary/vocabulary-page.js";
import { answer, refusal, type Sent, show } from "./admin-documents/service.js";

interface Entry {
  readonly said: string;
  readonly meant: readonly string[];
  readonly both_ways: boolean;
  readonly weight: number;
  readonly on: boolean;
  readonly starter: boolean;
}

const entry = (said: string, meant: readonly string[], fields: Partial<Entry> = {}): Entry => ({
  said,
  meant,
  both_ways: false,
  weight: 0.8,
  on: true,
  starter: false,
  ...fields,
});
const BONUS = entry("ボーナス", ["賞与"], { starter: true });
const LEAVE = entry("休み", ["休暇", "休日"], { both_ways: true, starter: true });
const HOME = entry("在宅", ["テレワーク"], { weight: 0.25 });
const ADMIN = { user_id: "900001", display_name: "管理 太郎", role: "admin", expires_at: "2999-01-01T00:00:00.000Z" };

/** The vocabulary as the service keeps it: a change names its base version and makes a new one. */
class VocabularyService {
  readonly sent: Sent[] = [];
  version = 1;
  /** What a CSV is read as. */
  file: () => Response = () => answer({ entries: [] });

  constructor(public entries: readonly Entry[] = [BONUS, LEAVE, HOME]) {}

  put(entries: readonly Entry[]): void {
    this.entries = entries;
    this.version += 1;
  }

  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input), "https://service.example");
    const json = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const headers = init.headers as Record<string, string>;
    const call = { method: init.method ?? "GET", path: pathname, query: searchParams, headers, json };
    this.sent.push(call);
    return this.#answer(call);
  };

  #answer({ method, path, headers, json }: Sent): Response {
    switch (`${method} ${path}`) {
      case "GET /api/session":
        return answer(ADMIN);
      case "GET /api/manage/vocabulary":
        return this.#state();
      case "POST /api/manage/vocabulary/preview": {
        if (json === undefined) return this.file();
        const { entries } = json as { entries: readonly Entry[] };
        return answer({ entries: entries.map((given) => ({ ...given, starter: false })) });
      }
      case "PUT /api/manage/vocabulary":
        if (headers["If-Match"] !== `"${this.version}"`) return refusal(412, "PRECONDITION_FAILED", "Lost.");
        this.put((json as { entries: readonly Entry[] }).entries);
        return this.#state();
      case "GET /api/manage/audit":
        return answer({
          items: [{ at: "2026-04-01T00:00:00.000Z", kind: "vocabulary-changed", by_user: "100001", details: {} }],
          next_cursor: null,
        });
      case "GET /api/manage/users/100001":
        return answer({ user_id: "100001", display_name: "佐藤 花子", is_active: true });
      case "POST /api/search":
        return answer({
          results: [],
          widened: [{ said: "ボーナス", also: this.entries.find(({ said }) => said === "ボーナス")?.meant ?? [] }],
          corrected: [{ written: "賞予", read_as: "賞与" }],
        });
      default:
        return refusal(404, "NOT_FOUND", `Nothing at ${method} ${path}.`);
    }
  }

  #state = () => answer({ entries: this.entries }, 200, { etag: `"${this.version}"` });
}

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

async function editing(service = new VocabularyService(), language: "en" | "ja" = "en") {
  history.replaceState(null, "", "/admin/vocabulary");
  show(
    <>
      <a href="/admin/users">elsewhere</a>
      <VocabularyPage />
    </>,
    service,
    language,
  );
  const save = await screen.findByRole("button", { name: language === "en" ? "Save" : "保存" });
  return { service, save, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) };
}

const rows = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("rowheader").querySelector("span:not([aria-hidden])")?.textContent);
const row = (said: string) =>
  within(screen.getByRole("rowheader", { name: new RegExp(said) }).closest("tr") as HTMLElement);
const puts = ({ sent }: VocabularyService) => sent.filter(({ method }) => method === "PUT");
const chooseFile = (user: ReturnType<typeof userEvent.setup>) =>
  user.upload(
    document.querySelector('input[type="file"]') as HTMLInputElement,
    new File(["said,meant\n"], "words.csv", { type: "text/csv" }),
  );

describe("The vocabulary", () => {
  it("is listed with its words, directions, weights and starter marks, and cannot be saved before it is changed", async () => {
    const { save } = await editing();
    expect(rows()).toEqual(["ボーナスstarter", "休みstarter", "在宅"]);
    row("休み").getByText(/休暇, 休日/);
    row("休み").getByText(/both ways/);
    row("在宅").getByText("0.25");
    expect(save).toHaveProperty("disabled", true);
    screen.getByText("Everything is saved");
  });

  it("is filtered by any word regardless of width and case, and by state", async () => {
    const { user } = await editing(
      new VocabularyService([BONUS, LEAVE, { ...HOME, on: false }, entry("HR", ["人事"])]),
    );
    await user.type(screen.getByRole("searchbox"), "休日");
    expect(rows()).toEqual(["休みstarter"]);
    screen.getByText("1 of 4 entries");
    await user.clear(screen.getByRole("searchbox"));
    await user.type(screen.getByRole("searchbox"), "ｈｒ");
    expect(rows()).toEqual(["HR"]);
    await user.clear(screen.getByRole("searchbox"));
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Off");
    expect(rows()).toEqual(["在宅"]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Starter entries");
    expect(rows()).toEqual(["ボーナスstarter", "休みstarter"]);
    await user.type(screen.getByRole("searchbox"), "zzz");
    screen.getByRole("heading", { name: "No entries match" });
  });

  it("is changed by keyboard: added, changed, switched off and removed, and saved once as a whole", async () => {
    const { service, user, save } = await editing();
    act(() => screen.getByRole("button", { name: "Add an entry" }).focus());
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("alertdialog");
    await user.type(within(dialog).getByRole("textbox", { name: "The word that users say" }), " 車 ");
    await user.type(
      within(dialog).getByRole("textbox", { name: "Words that documents use instead" }),
      "自動車{Enter}社用車{Enter}自動車",
    );
    await user.click(within(dialog).getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(rows()).toContain("車added"));

    await user.click(screen.getByRole("button", { name: /^Change .*在宅/ }));
    const change = await screen.findByRole("alertdialog");
    expect(within(change).getByRole("combobox", { name: /Weight/ })).toHaveProperty("value", "0.25");
    await user.selectOptions(within(change).getByRole("combobox", { name: /Weight/ }), "0.9");
    await user.click(within(change).getByRole("checkbox", { name: "Search in both directions" }));
    await user.click(within(change).getByRole("button", { name: "Apply" }));
    await screen.findByText("0.9");

    await user.click(screen.getByRole("checkbox", { name: "Use “休み”" }));
    await user.click(screen.getByRole("button", { name: /^Remove .*ボーナス/ }));
    expect(document.activeElement?.textContent).toMatch(/^Restore/);
    screen.getByText("Not saved yet: 1 added, 2 changed, 1 removed");
    expect(puts(service)).toEqual([]);
    await user.click(save);
    await screen.findByText("Saved. The next search uses it.");
    const [sent] = puts(service);
    expect(sent?.headers["If-Match"]).toBe('"1"');
    const { entries } = (sent as Sent).json as { entries: readonly Entry[] };
    expect(new Set(entries)).toEqual(
      new Set([{ ...LEAVE, on: false }, { ...HOME, weight: 0.9, both_ways: true }, entry("車", ["自動車", "社用車"])]),
    );
    expect(rows()).toEqual(expect.not.arrayContaining([expect.stringContaining("removed")]));
  });

  it("restores a removed entry, and nothing is left to save", async () => {
    const { user, save } = await editing();
    await user.click(screen.getByRole("button", { name: /^Remove .*ボーナス/ }));
    expect(save).toHaveProperty("disabled", false);
    await user.keyboard("{Enter}");
    expect(save).toHaveProperty("disabled", true);
    expect(rows()).toEqual(["ボーナスstarter", "休みstarter", "在宅"]);
  });

  it("renames an entry, and takes each word once", async () => {
    const { user } = await editing();
    await user.click(screen.getByRole("button", { name: /^Change .*在宅/ }));
    const said = await screen.findByRole("textbox", { name: "The word that users say" });
    await user.clear(said);
    await user.type(said, "休み");
    await screen.findByText(/There already is an entry for “休み”/);
    expect(screen.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
    await user.type(said, "の日");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(rows()).toEqual(["ボーナスstarter", "休みstarter", "休みの日added", "在宅removed"]));
  });

  it("shows an entry that the service refuses, and keeps what was typed", async () => {
    const service = new VocabularyService();
    const usual = service.fetch;
    const refusing = Object.assign(service, {
      fetch: async (input: unknown, init?: RequestInit) =>
        String(input).endsWith("/preview")
          ? refusal(400, "INVALID_REQUEST", "entries[0].said must not contain |")
          : usual(input, init),
    });
    const { user } = await editing(refusing);
    await user.click(screen.getByRole("button", { name: "Add an entry" }));
    await user.type(await screen.findByRole("textbox", { name: "The word that users say" }), "a|b");
    await user.type(screen.getByRole("textbox", { name: "Words that documents use instead" }), "c");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await within(await screen.findByRole("alert")).findByText(/must not contain \|/);
    expect(screen.getByRole("textbox", { name: "The word that users say" })).toHaveProperty("value", "a|b");
  });

  it("shows some of thousands of entries, and marks a change at once", async () => {
    const many = Array.from({ length: 3_000 }, (_, i) => entry(`word${String(i).padStart(4, "0")}`, ["x"]));
    const { user } = await editing(new VocabularyService(many));
    expect(rows()).toHaveLength(50);
    await user.click(screen.getByRole("checkbox", { name: "Use “word0003”" }));
    screen.getByText("Not saved yet: 1 changed");
    await user.type(screen.getByRole("searchbox"), "word2999");
    expect(rows()).toEqual(["word2999"]);
  });

  it("says in Japanese what is not saved", async () => {
    const { user } = await editing(new VocabularyService(), "ja");
    await user.click(screen.getByRole("checkbox", { name: "「休み」を使用する" }));
    screen.getByText("未保存の変更があります（変更 1 件）");
  });
});

describe("Trying the vocabulary", () => {
  it("shows the words that a question is also searched for, again after each save", async () => {
    const { user, save } = await editing();
    await user.type(screen.getByRole("textbox", { name: "Try a question" }), "ボーナスはいつ{Enter}");
    const tried = await screen.findByText("ボーナス", { selector: "dt" });
    expect(tried.nextSibling?.textContent).toBe("賞与");
    screen.getByText("No document that you may read has “賞予”; “賞与” is searched.");
    await user.click(screen.getByRole("button", { name: /^Change .*ボーナス/ }));
    await user.type(
      await screen.findByRole("textbox", { name: "Words that documents use instead" }),
      "{Enter}期末手当",
    );
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText("Unsaved changes are not tried.");
    await user.click(save);
    await screen.findByText("賞与, 期末手当", { selector: "dd" });
  });
});

describe("A CSV", () => {
  it("is shown as its changes, and replaces the list only after confirmation", async () => {
    const { service, user, save } = await editing();
    service.file = () => answer({ entries: [BONUS, { ...LEAVE, on: false }, entry("車", ["自動車"])] });
    await chooseFile(user);
    const dialog = await screen.findByRole("alertdialog", { name: "Use words.csv?" });
    within(dialog).getByText("1 added, 1 changed, 1 removed");
    within(dialog).getByText(/1 unchanged/);
    within(dialog).getByText(/車 → 自動車/);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(save).toHaveProperty("disabled", true);
    await chooseFile(user);
    await user.click(await screen.findByRole("button", { name: "Use the file" }));
    screen.getByText("Not saved yet: 1 added, 1 changed, 1 removed");
    expect(puts(service)).toEqual([]);
    await user.click(save);
    await waitFor(() => expect(service.entries.map(({ said }) => said)).toEqual(["ボーナス", "休み", "車"]));
  });

  it("that is refused shows the problem of each line, and changes nothing", async () => {
    const { service, user, save } = await editing();
    const problems = [
      { code: "vocabulary.duplicate_line", said: "x", first_line: 2, at: "line 3" },
      { code: "vocabulary.weight_ill_formed", field: "weight", min: 0.1, max: 1, at: "line 4" },
    ];
    service.file = () => answer({ error: { code: "INVALID_REQUEST", message: "Refused.", problems } }, 400);
    await chooseFile(user);
    const shown = await screen.findByRole("alert");
    within(shown).getByText("The file cannot be used");
    expect(
      within(shown)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^line 3: .*line 2/), expect.stringMatching(/^line 4: weight/)]);
    expect(save).toHaveProperty("disabled", true);
  });

  it("that is refused names its lines in Japanese too", async () => {
    const { service, user } = await editing(new VocabularyService(), "ja");
    const problems = [{ code: "vocabulary.duplicate_line", said: "x", first_line: 2, at: "line 3" }];
    service.file = () => answer({ error: { code: "INVALID_REQUEST", message: "Refused.", problems } }, 400);
    await chooseFile(user);
    await within(await screen.findByRole("alert")).findByText(/^3 行目：.*2 行目/);
  });

  it("with the saved entries says so", async () => {
    const { service, user } = await editing();
    service.file = () => answer({ entries: service.entries });
    await chooseFile(user);
    await screen.findByText("The file has the same entries as the saved vocabulary.");
    expect(screen.getByRole("button", { name: "Use the file" })).toHaveProperty("disabled", true);
  });
});

describe("A concurrent change of the vocabulary", () => {
  async function losing(theirs: readonly Entry[] = [LEAVE, HOME, entry("車", ["自動車"])]) {
    const shown = await editing();
    await shown.user.click(screen.getByRole("checkbox", { name: "Use “休み”" }));
    shown.service.put(theirs);
    await shown.user.click(shown.save);
    return { ...shown, race: await screen.findByRole("alert") };
  }
  const side = (race: HTMLElement, title: string) =>
    [...(within(race).getByText(title).closest("section")?.querySelectorAll("li") ?? [])].map(
      ({ textContent }) => textContent,
    );

  it("is shown beside our own, with the user and the time", async () => {
    const { race } = await losing();
    await within(race).findByText(/佐藤 花子/);
    expect(side(race, "Changed by others")).toEqual([
      expect.stringMatching(/^− ボーナス.*removed$/),
      expect.stringMatching(/^\+ 車 → 自動車.*added$/),
    ]);
    expect(side(race, "Changed by you")).toEqual([expect.stringMatching(/^± 休み.*changed$/)]);
  });

  it("is combined with our own, for review before saving", async () => {
    const { user, service } = await losing();
    await user.click(screen.getByRole("button", { name: "Combine both" }));
    await screen.findByText("Both changes are combined. Review them, then save.");
    expect(document.activeElement?.textContent).toMatch(/combined/);
    expect(puts(service)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved. The next search uses it.");
    expect(service.entries).toEqual([{ ...LEAVE, on: false }, HOME, entry("車", ["自動車"])]);
  });

  it("of the same entry is marked, and ours is kept if both are combined", async () => {
    const theirs = { ...LEAVE, meant: ["年休"] };
    const { user, service, race } = await losing([BONUS, theirs, HOME]);
    expect(side(race, "Changed by others")).toEqual([expect.stringContaining("changed by both")]);
    await user.click(screen.getByRole("button", { name: "Combine both" }));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(service.entries).toEqual([BONUS, { ...LEAVE, on: false }, HOME]));
  });

  it("stays if ours is discarded", async () => {
    const { user, service } = await losing();
    await user.click(screen.getByRole("button", { name: "Discard mine" }));
    await screen.findByText("This is the current vocabulary. Your changes are discarded.");
    expect(rows()).toEqual(["休みstarter", "在宅", "車"]);
    expect(puts(service)).toHaveLength(1);
  });

  it("to the same entries is no conflict", async () => {
    const { service, user, save } = await editing();
    await user.click(screen.getByRole("checkbox", { name: "Use “休み”" }));
    service.put([BONUS, { ...LEAVE, on: false }, HOME]);
    await user.click(save);
    await screen.findByText("Saved. The next search uses it.");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("Leaving the vocabulary", () => {
  it("asks only if something is not saved", async () => {
    const { user } = await editing();
    await user.click(screen.getByRole("checkbox", { name: "Use “休み”" }));
    await user.click(screen.getByRole("link", { name: "elsewhere" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Stay here" }));
    expect(location.pathname).toBe("/admin/vocabulary");
    await user.click(screen.getByRole("link", { name: "elsewhere" }));
    await user.click(await screen.findByRole("button", { name: "Leave and discard" }));
    expect(location.pathname).toBe("/admin/users");
  });
});
