interface Tab {
  readonly location: Pick<Location, "pathname" | "reload">;
  readonly storage: () => Pick<Storage, "getItem" | "setItem">;
}

/**
 * Loads a page again of which a file is missing: during an update, an instance of another version has answered. Once for
 * each address in a tab, so that a file that stays away causes no loop; not at all where nothing can be stored.
 */
export function reloadOnce({ location, storage }: Tab): void {
  const key = `retrieval.reloaded ${location.pathname}`;
  try {
    if (storage().getItem(key) !== null) return;
    storage().setItem(key, "");
  } catch {
    return;
  }
  location.reload();
}
