import { useEffect, useRef } from "react";

/** How near the window comes before more is loaded, in pixels. */
const NEAR = 2_400;

/** The end of the loaded part: calls when the window comes near, and again while it stays near. */
export function ScrollTrigger({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useRef(false);
  useEffect(() => {
    if (near.current) onNear();
  });
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (mark.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        near.current = entry?.isIntersecting ?? false;
        if (near.current) latest.current();
      },
      { rootMargin: `${NEAR}px 0px` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} />;
}
