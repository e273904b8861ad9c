import { useState } from "react";
import { localOf, momentOf } from "./local-moment.js";

/** The moment in the address; without one, the end of the second in which the page was opened. */
export function useMoment(at: string | null): string {
  const [opened] = useState(() => momentOf(localOf(Date.now(), "seconds"), "seconds", "ends") ?? "");
  return at ?? opened;
}
