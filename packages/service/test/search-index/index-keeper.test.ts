import { afterEach, describe, expect, it } from "@jest/globals";
import { UnavailableError } from "@retrieval/core/errors";
import type { IndexedDocument, TakeBuildTurn } from "@retrieval/core/ports";
import { IndexKeeper } from "../../src/search-index/index-keeper.js";
import { HandTiming, IndexHere, settled } from "./by-hand.js";
import { EVERYTHING, ListingEngine, SmallCompany } from "./small-company.js";

const NO_TURNS: TakeBuildTurn = async () => async () => undefined;
const running: IndexKeeper[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((keeper) => keeper.stop()));
});

function aKeeper(company: SmallCompany, turns = NO_TURNS) {
  const timing = new HandTiming();
  const opened: IndexHere[] = [];
  const logged: string[] = [];
  const log = (facts: { reason?: string } | string, message?: string) =>
    logged.push(typeof facts === "string" ? facts : [message, facts.reason].filter(Boolean).join(": "));
  const keeper = new IndexKeeper({
    source: company,
    takeTurn: turns,
    timing,
    logger: { info: log, warn: log, error: log } as never,
    open: async (onLost) => {
      const index = new IndexHere(onLost);
      opened.push(index);
      return { index, texts: company };
    },
  });
  running.push(keeper);
  keeper.start();
  const list = (until = new AbortController().signal) => keeper.list(EVERYTHING, until);
  const ids = async () => (await list()).documents.map(({ document_id }) => document_id);
  /** Those whose text has come. */
  const textIds = async () => {
    const ask = { ...EVERYTHING, doc_ids: null, text_types: null, meaning: null };
    const { sections } = await keeper.phraseCandidates(ask, new AbortController().signal);
    return sections.map(({ document_id }) => document_id);
  };
  return { keeper, timing, opened, logged, list, ids, textIds, index: () => opened.at(-1) as IndexHere };
}

function aCompany(...ids: readonly string[]): SmallCompany {
  const company = new SmallCompany();
  for (const id of ids) company.publish(id);
  return company;
}

/** Holds back the reads of one kind until it is opened. */
function gate(company: SmallCompany, kind: string) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  company.beforeRead = (what) => (what === kind ? opened : undefined);
  return () => {
    company.beforeRead = () => undefined;
    open();
  };
}

describe("the first build", () => {
  it("reads all pages, and is ready then", async () => {
    const company = aCompany("a", "b", "c", "d", "e");
    const { keeper, ids } = aKeeper(company);
    expect(keeper.state().ready).toBe(false);
    await settled();
    expect(keeper.state()).toMatchObject({ ready: true, generation: company.head, documents: 5, builds: 1 });
    expect(await ids()).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("refuses questions until its end", async () => {
    const company = aCompany("a");
    const open = gate(company, "page");
    const { ids } = aKeeper(company);
    await settled();
    await expect(ids()).rejects.toThrow(UnavailableError);
    open();
    await settled();
    expect(await ids()).toEqual(["a"]);
  });

  it("has what was published and removed while it read the pages", async () => {
    const company = aCompany("b", "c", "d");
    const open = gate(company, "page");
    const { keeper, ids } = aKeeper(company);
    await settled();
    company.publish("a");
    company.remove("d");
    open();
    await settled();
    expect(keeper.state().generation).toEqual(company.head);
    expect(await ids()).toEqual(["a", "b", "c"]);
  });

  it("goes on trying while the database is away", async () => {
    const company = aCompany("a");
    company.isAway = true;
    const { keeper, timing, ids, logged } = aKeeper(company);
    for (let i = 0; i < 100; i++) await timing.pass(1_000);
    expect(keeper.state()).toMatchObject({ ready: false, age_seconds: 100 });
    expect(logged).toEqual(["the search index has to be built: The database is away for now (ECONNREFUSED)."]);
    company.isAway = false;
    await timing.pass(1_000);
    expect(await ids()).toEqual(["a"]);
  });

  it("waits for its turn, and gives it back also if it fails", async () => {
    const company = aCompany("a");
    let giveTurn: (giveBack: () => Promise<void>) => void = () => undefined;
    let given = 0;
    const turns: TakeBuildTurn = () =>
      new Promise((resolve) => {
        giveTurn = resolve;
      });
    const { keeper, timing } = aKeeper(company, turns);
    const giveBack = async () => {
      given += 1;
    };
    await settled();
    expect(company.reads).toEqual([]);
    company.isAway = true;
    giveTurn(giveBack);
    await settled();
    expect([given, keeper.state().ready]).toEqual([1, false]);
    company.isAway = false;
    await timing.pass(1_000);
    giveTurn(giveBack);
    await settled();
    expect([given, keeper.state().ready]).toEqual([2, true]);
  });
});

describe("a question", () => {
  it("has every change that was committed before it, of many changes at once", async () => {
    const company = aCompany("a");
    const { ids } = aKeeper(company);
    await settled();
    for (let i = 0; i < 50; i++) {
      const id = `d${String(i).padStart(2, "0")}`;
      company.publish(id);
      const asked = Promise.all([ids(), ids()]);
      company.remove("a");
      for (const found of await asked) expect(found).toContain(id);
      expect(await ids()).not.toContain("a");
      company.publish("a");
    }
  });

  it("asks the database once, and shares that with others that come meanwhile", async () => {
    const company = aCompany("a");
    const { ids } = aKeeper(company);
    await settled();
    company.reads.length = 0;
    await ids();
    expect(company.reads).toEqual(["changes"]);
    company.publish("b");
    company.reads.length = 0;
    const found = await Promise.all(Array.from({ length: 20 }, () => ids()));
    expect(new Set(found.map(String))).toEqual(new Set(["a,b"]));
    expect(company.reads.toSorted()).toEqual(["changes", "changes", "texts"]);
  });

  it("does not take a catch-up that began before it for enough", async () => {
    const company = aCompany("a");
    const { ids } = aKeeper(company);
    await settled();
    const open = gate(company, "changes");
    company.publish("b");
    const early = ids();
    await settled();
    company.publish("c");
    const late = ids();
    open();
    expect(await early).toContain("b");
    expect(await late).toEqual(["a", "b", "c"]);
  });

  it("finds a text that was published before it, and waits for a late one at most a second", async () => {
    const company = aCompany("a");
    const { ids, textIds, timing } = aKeeper(company);
    await settled();
    company.publish("b");
    expect(await textIds()).toEqual(["a", "b"]);
    const open = gate(company, "texts");
    company.publish("a");
    company.remove("b");
    company.publish("c", ["g:x"]);
    const [list, texts] = [ids(), textIds()];
    await settled();
    await timing.pass(999);
    let isAnswered = false;
    void texts.then(() => {
      isAnswered = true;
    });
    await settled();
    expect(isAnswered).toBe(false);
    await timing.pass(1);
    // The directory is exact: the old text of a is of another revision.
    expect([await list, await texts]).toEqual([["a", "c"], []]);
    open();
    await settled();
    expect(await textIds()).toEqual(["a", "c"]);
  });

  it("does not wait for what is late where it has the text, nor with a list, nor longer for a text that stays away", async () => {
    const company = aCompany("a");
    const { ids, textIds, timing } = aKeeper(company);
    await settled();
    const open = gate(company, "texts");
    company.rule("a", ["g:x", "*"]);
    expect([await textIds(), await ids()]).toEqual([["a"], ["a"]]);
    company.publish("b");
    expect(await ids()).toEqual(["a", "b"]);
    const first = textIds();
    await settled();
    await timing.pass(1_000);
    expect([await first, await textIds()]).toEqual([["a"], ["a"]]);
    open();
  });

  it("waits again when the first late text has come and another one is late", async () => {
    const company = aCompany("a");
    const { textIds, timing } = aKeeper(company);
    await settled();
    const openB = gate(company, "texts");
    company.publish("b");
    const first = textIds();
    await settled();
    await timing.pass(1_000);
    expect(await first).toEqual(["a"]);
    company.publish("c");
    openB();
    const openC = gate(company, "texts");
    await settled();
    const second = textIds();
    await settled();
    await timing.pass(999);
    openC();
    expect(await second).toEqual(["a", "b", "c"]);
  });

  it("is refused for a second while a text cannot be read, not counting the time in which the database is away", async () => {
    const company = aCompany("a");
    const { ids, textIds, timing } = aKeeper(company);
    await settled();
    company.beforeRead = (what) => {
      if (what === "texts") throw new UnavailableError("away");
    };
    company.publish("b");
    await expect(textIds()).rejects.toThrow(UnavailableError);
    company.isAway = true;
    await timing.pass(5_000);
    company.isAway = false;
    expect(await ids()).toEqual(["a", "b"]);
    await expect(textIds()).rejects.toThrow(UnavailableError);
    await timing.pass(1_000);
    // The database answers, and one text cannot be read: it must not keep the others from being found.
    expect(await textIds()).toEqual(["a"]);
    company.isAway = true;
    await timing.pass(1_000);
    company.isAway = false;
    company.beforeRead = () => undefined;
    expect(await textIds()).toEqual(["a", "b"]);
  });

  it("is refused when its time is over before the index has caught up", async () => {
    const company = aCompany("a");
    const { list, ids } = aKeeper(company);
    await settled();
    const open = gate(company, "changes");
    company.publish("b");
    const time = new AbortController();
    const asked = list(time.signal);
    time.abort(new Error("over"));
    await expect(asked).rejects.toThrow(UnavailableError);
    await expect(list(time.signal)).rejects.toThrow(UnavailableError);
    open();
    expect(await ids()).toEqual(["a", "b"]);
  });

  it("is refused while the database is away", async () => {
    const company = aCompany("a");
    const { ids, keeper, timing, logged } = aKeeper(company);
    await settled();
    company.publish("b");
    company.isAway = true;
    for (let i = 0; i < 30; i++) await timing.pass(1_000);
    await expect(ids()).rejects.toThrow(UnavailableError);
    expect(keeper.state()).toMatchObject({ ready: true, age_seconds: 30 });
    company.isAway = false;
    await timing.pass(1_000);
    expect(await ids()).toEqual(["a", "b"]);
    expect(keeper.state().age_seconds).toBe(0);
    expect(logged.slice(1)).toEqual([
      "the search index cannot catch up; trying again: The database is away for now (ECONNREFUSED).",
      "the search index has caught up again",
    ]);
  });
});

describe("a database that has lost its last changes", () => {
  const isNoticed = ({ list }: ReturnType<typeof aKeeper>) => expect(list()).rejects.toThrow(UnavailableError);

  it("is noticed when the index has caught up with them", async () => {
    const company = aCompany("a");
    const kept = company.head;
    const kit = aKeeper(company);
    await settled();
    await kit.timing.pass(20_000);
    company.publish("b");
    await kit.ids();
    company.restore(kept);
    company.published.delete("b");
    await isNoticed(kit);
    await settled();
    expect(await kit.ids()).toEqual(["a"]);
  });

  it("is noticed when pages of the first build were read in a newer state", async () => {
    const company = aCompany("a", "b");
    const kept = company.head;
    company.beforeRead = (what) => {
      if (what === "page") company.publish("a", ["*"], "lost");
      if (what !== "changes") return;
      company.beforeRead = () => undefined;
      company.restore(kept);
      company.published.set("a", { ...(company.published.get("b") as IndexedDocument), document_id: "a" });
    };
    const { keeper, timing, list } = aKeeper(company);
    await settled();
    await timing.pass(1_000);
    expect(keeper.state()).toMatchObject({ ready: true, builds: 1 });
    expect((await list()).documents.map(({ title }) => title)).toEqual(["b", "b"]);
  });
});

describe("a document that the index cannot take", () => {
  it("keeps no other from being found: the next index has its title only", async () => {
    const company = aCompany("a", "b");
    const { index, timing, ids, textIds, logged, opened } = aKeeper(company);
    await settled();
    await timing.pass(20_000);
    const { engine } = index();
    const put = engine.putText;
    ListingEngine.prototype.putText = function* (text) {
      if (text.document_id === "c" && text.unsearchable === undefined) throw new Error("no good");
      yield* put.call(this, text);
    };
    try {
      company.publish("c");
      await expect(textIds()).rejects.toThrow(UnavailableError);
      await settled();
      expect(await ids()).toEqual(["a", "b", "c"]);
    } finally {
      ListingEngine.prototype.putText = put;
    }
    expect(opened.length).toBe(2);
    expect(logged.slice(1)).toEqual([
      "the search index has to be built: c: no good",
      "search finds only the title of a document: c: no good",
      "the search index is ready",
    ]);
  });
});

it("the vectors of a revision that the index has are not read once more", async () => {
  const company = aCompany("a");
  const { ids, index } = aKeeper(company);
  await settled();
  const { revision_id } = company.published.get("a") as IndexedDocument;
  company.publish("a", ["g:x"]);
  company.published.set("a", { ...(company.published.get("a") as IndexedDocument), revision_id });
  await ids();
  await settled();
  const { documents, texts } = index().engine;
  expect([documents.get("a")?.audience, texts.get("a")?.vectors]).toEqual([["g:x"], null]);
});

describe("the index looks for changes", () => {
  /** The seconds of the next so many in which it looked. */
  async function looksIn(seconds: number, { timing }: ReturnType<typeof aKeeper>, company: SmallCompany) {
    const looks: number[] = [];
    for (let second = 1; second <= seconds; second++) {
      company.reads.length = 0;
      await timing.pass(1_000);
      if (company.reads.includes("changes")) looks.push(second);
    }
    return looks;
  }

  it("by itself, and takes up the vocabulary too", async () => {
    const company = aCompany("a");
    const { timing, keeper, index } = aKeeper(company);
    await settled();
    company.publish("b");
    company.changeVocabulary();
    await timing.pass(1_000);
    expect(index().engine.vocabularies).toBe(2);
    expect(keeper.state()).toMatchObject({ generation: company.head, documents: 2, builds: 1 });
  });

  it("after growing pauses of up to 15 seconds while it is idle, and reads nothing else", async () => {
    const company = aCompany("a");
    const kit = aKeeper(company);
    await settled();
    const reads: string[] = [];
    company.beforeRead = (what) => {
      reads.push(what);
    };
    expect(await looksIn(60, kit, company)).toEqual([1, 3, 7, 15, 30, 45, 60]);
    expect(reads).toEqual(Array(7).fill("changes"));
    await kit.timing.pass(14_000);
    expect(kit.keeper.state().age_seconds).toBe(14);
  });

  it("a second after a question, a change and an outage of the database", async () => {
    const company = aCompany("a");
    const kit = aKeeper(company);
    await settled();
    await looksIn(60, kit, company);
    await kit.ids();
    expect(await looksIn(20, kit, company)).toEqual([1, 3, 7, 15]);
    await looksIn(25, kit, company);
    company.publish("b");
    expect(await looksIn(22, kit, company)).toEqual([15, 16, 18, 22]);
    await looksIn(38, kit, company);
    company.isAway = true;
    expect(await looksIn(18, kit, company)).toEqual([15, 16, 17, 18]);
    company.isAway = false;
    expect(await looksIn(9, kit, company)).toEqual([1, 3, 7]);
  });
});

describe("each hour", () => {
  it("term vectors that no instance uses are removed, the first time after the start", async () => {
    const company = aCompany("a");
    const { timing, ids, logged } = aKeeper(company);
    await settled();
    const kept = [company.vectorsKept];
    for (const minutes of [59, 2, 58, 2]) {
      await timing.pass(minutes * 60_000);
      kept.push(company.vectorsKept);
    }
    expect(kept).toEqual([1, 1, 2, 2, 3]);
    company.isAway = true;
    await timing.pass(3_600_000);
    expect(logged).toContain(
      "what search does not use any more could not be removed; trying again in an hour: The database is away for now (ECONNREFUSED).",
    );
    company.isAway = false;
    expect(await ids()).toEqual(["a"]);
  });
});

describe("the index is rebuilt", () => {
  it("for a database that was restored from a backup, and answers nothing of the old one meanwhile", async () => {
    const company = aCompany("a");
    const kept = company.head;
    const { ids, keeper, timing, opened } = aKeeper(company);
    await settled();
    company.publish("secret");
    await timing.pass(1_000);
    await timing.pass(20_000);
    company.restore(kept);
    company.published.delete("secret");
    company.publish("b");
    const open = gate(company, "page");
    await expect(ids()).rejects.toThrow(UnavailableError);
    open();
    await settled();
    expect(await ids()).toEqual(["a", "b"]);
    expect([opened.length, keeper.state().builds]).toEqual([2, 2]);
  });

  it("after more changes than the database keeps", async () => {
    const company = aCompany("a");
    company.keeps = 10;
    const { ids, keeper, timing } = aKeeper(company);
    await settled();
    await timing.pass(20_000);
    for (let i = 0; i < 11; i++) company.publish("b");
    for (let second = 1; second <= 2; second++) await timing.pass(1_000);
    expect(await ids()).toEqual(["a", "b"]);
    expect(keeper.state().builds).toBe(2);
  });

  it("when its thread ends, after growing pauses if it ends soon", async () => {
    const company = aCompany("a");
    const { ids, timing, index, opened, logged } = aKeeper(company);
    await settled();
    const pauses: (number | null)[] = [];
    for (let i = 0; i < 8; i++) {
      index().lose("out of memory");
      await expect(ids()).rejects.toThrow(UnavailableError);
      await settled();
      pauses.push(timing.nextIn);
      await timing.pass(timing.nextIn ?? 0);
      expect(await ids()).toEqual(["a"]);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    await timing.pass(20_000);
    index().lose("out of memory");
    await settled();
    expect(await ids()).toEqual(["a"]);
    expect(opened.length).toBe(10);
    expect(logged.slice(0, 3)).toEqual([
      "the search index is ready",
      "the search index has to be built: out of memory",
      "the search index is ready",
    ]);
  });

  it("when its thread ends during a catch-up that questions wait for", async () => {
    const company = aCompany("a");
    const { ids, textIds, timing, index } = aKeeper(company);
    await settled();
    await timing.pass(20_000);
    const open = gate(company, "texts");
    company.publish("b");
    const asked = textIds();
    await settled();
    index().lose("out of memory");
    open();
    await expect(asked).rejects.toThrow(UnavailableError);
    await settled();
    expect(await ids()).toEqual(["a", "b"]);
  });
});

it("gives its turn back when its thread ends during a read of the database that goes on", async () => {
  const company = aCompany("a");
  const open = gate(company, "page");
  let held = 0;
  const turns: TakeBuildTurn = async () => {
    held += 1;
    return async () => {
      held -= 1;
    };
  };
  const { index, timing } = aKeeper(company, turns);
  await settled();
  expect(held).toBe(1);
  index().lose("out of memory");
  await settled();
  expect(held).toBe(0);
  await timing.pass(1_000);
  expect(held).toBe(1);
  open();
  await settled();
  expect(held).toBe(0);
});

it("counts questions over all its indexes", async () => {
  const company = aCompany("a");
  const { ids, timing, index, keeper } = aKeeper(company);
  await settled();
  await ids();
  await timing.pass(20_000);
  index().lose("out of memory");
  await settled();
  await ids();
  expect(keeper.state()).toMatchObject({ searches: 2, search_seconds: 2 });
});

it("stops while it waits for the database, for its turn or for time", async () => {
  const company = aCompany("a");
  gate(company, "page");
  const reading = aKeeper(company);
  const waiting = aKeeper(
    company,
    (stopping) => new Promise((resolve) => stopping.addEventListener("abort", () => resolve(async () => undefined))),
  );
  const serving = aKeeper(aCompany("a"));
  await settled();
  for (const { keeper, ids } of [reading, waiting, serving]) {
    await keeper.stop();
    await expect(ids()).rejects.toThrow(UnavailableError);
  }
});
