import { chmod, mkdir, mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { linkLibraries } from "@retrieval/contract/library-links";

const NOBODY = 65_534;

describe("the links to the libraries of the PostgreSQL from npm", () => {
  let folder: string;
  let libraries: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-links-"));
    await chmod(folder, 0o755);
    libraries = join(folder, "native", "lib");
    await mkdir(libraries, { recursive: true });
    await writeFile(join(libraries, "libpq.so.5.18"), "");
    await wanted([
      { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" },
      { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" },
    ]);
  });
  afterEach(async () => {
    await chmod(libraries, 0o755);
    await rm(folder, { recursive: true });
  });

  const wanted = (links: unknown) => writeFile(join(folder, "native", "pg-symlinks.json"), JSON.stringify(links));
  const linked = async () => [
    await readlink(join(libraries, "libpq.so")),
    await readlink(join(libraries, "libpq.so.5")),
  ];

  it("are created if they are missing, relative, so that the folder can be moved", async () => {
    await linkLibraries(folder);
    expect(await linked()).toEqual(["libpq.so.5.18", "libpq.so.5.18"]);
  });

  it("are made once by many concurrent callers", async () => {
    await Promise.all(Array.from({ length: 20 }, () => linkLibraries(folder)));
    expect(await linked()).toEqual(["libpq.so.5.18", "libpq.so.5.18"]);
  });

  it("are not needed if the platform lists none", async () => {
    await rm(join(folder, "native", "pg-symlinks.json"));
    await expect(linkLibraries(folder)).resolves.toBeUndefined();
  });

  it("stay unchanged in a folder of another account, which is named if they are missing", async () => {
    await chmod(libraries, 0o555);
    await asOrdinaryUser(() =>
      expect(linkLibraries(folder)).rejects.toThrow(
        `needs links in ${libraries}, and they could not be made (EACCES). If this account may not write there`,
      ),
    );
    await chmod(libraries, 0o755);
    await linkLibraries(folder);
    await chmod(libraries, 0o555);
    await asOrdinaryUser(() => expect(linkLibraries(folder)).resolves.toBeUndefined());
  });
});

/** Root may write anywhere. */
async function asOrdinaryUser(act: () => Promise<void>): Promise<void> {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(NOBODY);
  try {
    await act();
  } finally {
    if (root) process.seteuid?.(0);
  }
}
