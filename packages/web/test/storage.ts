/** A browser's storage for a site. */
export function aStorage(): Storage {
  const methods = {
    getItem: (name: string) => values[name] ?? null,
    setItem: (name: string, value: string) => {
      values[name] = value;
    },
    removeItem: (name: string) => {
      delete values[name];
    },
  };
  // As in a browser, only the stored names are the storage's own.
  const values: Record<string, string> = Object.create(methods);
  return values as unknown as Storage;
}
