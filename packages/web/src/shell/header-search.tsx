import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useSearch as useQueryString } from "wouter/use-browser-location";
import { searchAddress } from "../reading/addresses.js";
import { SearchField } from "../reading/search-field.js";
import styles from "./header-search.module.css";

/** The search in the frame. It keeps the query that led to a document. */
export function HeaderSearch() {
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useQueryString()).get("q") ?? "";
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  return (
    <div className={styles.search}>
      <SearchField
        value={typed}
        onChange={setTyped}
        onSubmit={() => navigate(searchAddress(typed.trim()))}
        onComposing={() => undefined}
      />
    </div>
  );
}
