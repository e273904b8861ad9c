import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useDebounced } from "../ui/use-debounced.js";
import { chunkAddress, documentAddress, searchAddress } from "./addresses.js";
import type { Suggestion } from "./answers.js";
import { useAsked } from "./asked.js";
import { useSuggestions } from "./queries.js";
import { SearchField } from "./search-field.js";

/** How long typing must pause before the search starts, in milliseconds, and before completions are asked for. */
const PAUSE = { search: 40, suggestions: 120 };

/** The search field of every page. It keeps the query; on the page of results, they follow what is typed. */
export function SearchBar() {
  const [location, navigate] = useLocation();
  const asked = useAsked();
  const { query } = asked;
  const [typed, setTyped] = useState(query);
  const [composing, setComposing] = useState(false);
  const isLive = location === "/";
  const sought = useDebounced(composing ? "" : typed.trim(), PAUSE.suggestions);
  const suggestions = useSuggestions(sought).data ?? [];

  // Back and forward change the query; the field follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the typed text follows the address, not the reverse
  useEffect(() => {
    if (typed.trim() !== query) setTyped(query);
  }, [query, location]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address by itself starts no search
  useEffect(() => {
    const wanted = typed.trim();
    if (!isLive || composing || wanted === query) return;
    const timer = setTimeout(() => navigate(searchAddress(wanted, asked), { replace: query !== "" }), PAUSE.search);
    return () => clearTimeout(timer);
  }, [typed, composing, query, isLive, navigate]);

  const open = ({ text, document_id, chunk_id }: Suggestion) => {
    if (document_id === null) navigate(searchAddress(text));
    else navigate(chunk_id === null ? documentAddress(document_id) : chunkAddress(document_id, chunk_id));
  };
  const submit = () => {
    const wanted = typed.trim();
    navigate(searchAddress(wanted, isLive ? asked : {}), { replace: isLive && wanted === query });
  };
  return (
    <SearchField
      value={typed}
      onChange={setTyped}
      onSubmit={submit}
      onComposing={setComposing}
      suggestions={typed.trim() === "" ? [] : suggestions}
      onSuggestion={open}
    />
  );
}
