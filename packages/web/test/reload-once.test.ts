import { describe, expect, it } from "@jest/globals";
import { reloadOnce } from "../src/arrival/reload-once.js";
import { aStorage } from "./storage.js";

/** A tab that counts its reloads. */
function tabAt(pathname: string, kept: Storage | null) {
  const tab = { reloads: 0 };
  const storage = () => {
    if (kept === null) throw new DOMException("The operation is insecure.", "SecurityError");
    return kept;
  };
  const reload = () => {
    tab.reloads += 1;
  };
  return { tab, miss: () => reloadOnce({ location: { pathname, reload }, storage }) };
}

describe("A page of which a file is missing", () => {
  it("is loaded again once for its address", () => {
    const kept = aStorage();
    const tokens = tabAt("/tokens", kept);
    tokens.miss();
    tokens.miss();
    expect(tokens.tab.reloads).toBe(1);
    const users = tabAt("/admin/users", kept);
    users.miss();
    expect(users.tab.reloads).toBe(1);
  });

  it("stays as it is where a tab may store nothing, because it could not know that it was loaded again", () => {
    const tokens = tabAt("/tokens", null);
    tokens.miss();
    expect(tokens.tab.reloads).toBe(0);
  });
});
