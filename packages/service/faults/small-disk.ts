import { execFile } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BALLAST = "ballast";

/** A separate disk in memory that can be filled and emptied. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** @returns a sentence if this account may not mount one */
  static async make(mebibytes: number, owner: { uid: number; gid: number } | null = null): Promise<SmallDisk | string> {
    const path = await mkdtemp(join(tmpdir(), "retrieval-small-disk-"));
    const owned = owner === null ? "" : `,uid=${owner.uid},gid=${owner.gid}`;
    try {
      await run("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=0700${owned}`, "tmpfs", path]);
    } catch (error) {
      await rm(path, { recursive: true });
      return `a full disk needs a separate disk, and this account may not mount one (${(error as Error).message.trim()})`;
    }
    return new SmallDisk(path);
  }

  /** In bytes. */
  async free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return bavail * bsize;
  }

  /** Fills it until this many bytes are free. */
  async fill({ but }: { but: number }): Promise<void> {
    await this.giveBack();
    await writeFile(join(this.path, BALLAST), Buffer.alloc(Math.max(0, (await this.free()) - but)));
  }

  async giveBack(): Promise<void> {
    await rm(join(this.path, BALLAST), { force: true });
  }

  async remove(): Promise<void> {
    await run("umount", ["-l", this.path]);
    await rm(this.path, { recursive: true });
  }
}
