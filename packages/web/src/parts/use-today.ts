import { dayIn } from "@retrieval/api/client";
import { useAnswer } from "./use-answer.js";

/** The service's time zone, in which days begin; null: not known yet. */
export function useTimeZone(): string | null {
  const { data } = useAnswer("readConfiguration", {}, { staleTime: Number.POSITIVE_INFINITY });
  return data?.time_zone ?? null;
}

/** The day `YYYY-MM-DD` in the service's time zone; null: not known yet. */
export function useToday(): string | null {
  const zone = useTimeZone();
  return zone && dayIn(Date.now(), zone);
}
