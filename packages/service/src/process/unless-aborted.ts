/** Rejects with the signal's reason if that comes first. The work itself continues. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const letGo = () => reject(signal.reason);
    if (signal.aborted) letGo();
    signal.addEventListener("abort", letGo, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", letGo));
  });
}
