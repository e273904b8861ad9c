import { useState } from "react";

/** What is typed, until what it began with changes: then it is that again, as after "back" in the browser. */
export function useFollowing<Value extends string>(value: Value): [Value, (typed: Value) => void] {
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setTyped(value);
  }
  return [typed, setTyped];
}
