import { useState } from "react";

/**
 * Keeps what the user types until the initial value changes, then takes that value: for example after "back" in the
 * browser.
 */
export function useFollowing<Value extends string>(value: Value): [Value, (typed: Value) => void] {
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setTyped(value);
  }
  return [typed, setTyped];
}
