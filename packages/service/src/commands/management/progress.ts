import { type Options, SingleBar } from "cli-progress";
import { shorten } from "./columns.js";
import type { Terminal } from "./terminal.js";

export interface Progress {
  /** @param value a share of 0 to 1, or a count */
  show(value: number): void;
  /** Removes the bar; the next output begins on a clean line. */
  end(): void;
}

const NOTHING_SHOWN: Progress = { show: () => undefined, end: () => undefined };

/** The label's width on the terminal; the bar and its number take the rest. */
const LABEL_COLUMNS = 32;

/** A bar on stderr if it is a terminal; otherwise nothing, so that a log has no partial lines. */
function progressBar({ stderr }: Pick<Terminal, "stderr">, label: string): Progress {
  if (!stderr.isTTY) return NOTHING_SHOWN;
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

/** One bar for several pieces of work at once: a terminal cannot show two. */
export function sharedBar(terminal: Pick<Terminal, "stderr">, label: string, parts: number) {
  const shares = Array.from({ length: parts }, () => 0);
  let bar = progressBar(terminal, label);
  const show = () => bar.show(shares.reduce((sum, share) => sum + share, 0) / parts);
  return {
    show: (part: number, share: number) => {
      shares[part] = share;
      show();
    },
    /** Prints on lines without a bar. */
    pause: (print: () => void) => {
      bar.end();
      print();
      bar = progressBar(terminal, label);
      show();
    },
    end: () => bar.end(),
  };
}
