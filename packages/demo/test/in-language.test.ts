import { expect, it } from "@jest/globals";
import { speaking } from "@retrieval/service";
import { alreadyRuns } from "../src/already-running.js";

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
