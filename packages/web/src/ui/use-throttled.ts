import { useEffect, useRef, useState } from "react";

/** The value, at most once in that many milliseconds; the last one always comes. */
export function useThrottled<T>(value: T, pause: number): T {
  const [throttled, setThrottled] = useState(value);
  const next = useRef(0);
  useEffect(() => {
    const now = performance.now();
    const timer = setTimeout(
      () => {
        next.current = performance.now() + pause;
        setThrottled(value);
      },
      Math.max(0, next.current - now),
    );
    return () => clearTimeout(timer);
  }, [value, pause]);
  return throttled;
}
