import { expect, it } from "@jest/globals";
import { speaking } from "@retrieval/service";
import { alreadyRuns } from "../src/already-running.js";
import { explainedPort } from "../src/free-ports.js";
import { welcomePage } from "../src/welcome.js";

it("a second start speaks the language of the command, English without one", () => {
  const running = {
    url: "http://127.0.0.1:3000",
    portal_url: "http://127.0.0.1:3001",
    admin_user_id: "1",
    secret: "s",
    pid: 7,
  };
  const asked = { settings: { dataDir: "/d" }, ports: [3000, 3002], portal: { ports: [3001, 3002] } };
  expect(alreadyRuns(running, asked as never)).toMatch(/^The demo already runs at /);
  expect(speaking({ language: "ja" }, () => alreadyRuns(running, asked as never))).toMatch(
    /^デモはすでに .*\nブラウザーでポータルを開いてください。`kill 7` でデモを終了します。\n$/,
  );
});

it("the welcome is Japanese under a Japanese locale, but for what a shell reads, names and addresses", () => {
  const facts = {
    url: "http://127.0.0.1:3002",
    portalUrl: "http://127.0.0.1:3001",
    hasPages: false,
    dataDir: "/d",
    secretFile: "/d/secret",
    folder: "/f",
    chunk: { doc_id: "d", chunk_id: "d::1", title: "別表第1" },
    signIn: {
      active_users: 280,
      documents: 11,
      cast: [{ user_id: "900001", display_name: "山田 太郎", role: "user" as const, sees: 9 }],
    },
  };
  const page = () => {
    const chosen = { port: 3002, portal_port: null };
    const ports = [{ port: null, portal_port: null }, chosen].map((before) =>
      String(explainedPort("port", chosen, before)),
    );
    return welcomePage({ ...facts, ports }).split("\n");
  };
  const english = page();
  const isCommand = (line: string) => /^ +(?:url=|sign_in|token\(\)|curl|cd |npx )/.test(line);
  const hasOnlyEnglish = (line: string) => /[a-z] [a-z]/i.test(line) && !/[ぁ-ん]/.test(line);
  const prose = speaking({ language: "ja" }, page).filter((line) => !isCommand(line));
  expect(english.filter((line) => !isCommand(line)).filter(hasOnlyEnglish).length).toBeGreaterThan(15);
  expect(prose.filter(hasOnlyEnglish)).toEqual([]);
  expect(prose).toContain("  900001  山田 太郎          user       文書 11 件中 9 件を閲覧可能");
});
