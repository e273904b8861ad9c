import { type Options, SingleBar } from "cli-progress";
import { shorten } from "./columns.js";
import type { Terminal } from "./terminal.js";

export interface Progress {
  /** @param share 0 to 1 */
  show(share: number): void;
  /** Takes the bar away; what is printed afterwards begins on a clean line. */
  end(): void;
}

/** The label's width on the terminal; the bar and its number take the rest. */
const LABEL_COLUMNS = 32;

/** A bar on stderr where somebody watches; otherwise nothing, so that a log has no half lines. */
export function progressBar({ stderr }: Pick<Terminal, "stderr">, label: string): Progress {
  if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
  const options: Options = {
    stream: stderr,
    format: `${shorten(label, LABEL_COLUMNS)} [{bar}] {percentage}%`,
    barCompleteChar: "#",
    barIncompleteChar: "-",
    barsize: 24,
    clearOnComplete: true,
    // Otherwise Ctrl-C would end the bar and not the command.
    gracefulExit: false,
  };
  const bar = new SingleBar(options);
  bar.start(1, 0);
  return { show: (share) => bar.update(share), end: () => bar.stop() };
}
