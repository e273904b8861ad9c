import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useThrottled } from "../ui/use-throttled.js";
import { chunkAddress, documentAddress, searchAddress } from "./addresses.js";
import type { Suggestion } from "./answers.js";
import { useSuggestions } from "./queries.js";
import { SearchField } from "./search-field.js";
import { useSearchQuery } from "./search-query.js";

/** How long typing must rest before the search starts, in milliseconds. */
const REST = 400;
/** How often suggestions are asked for at most, in milliseconds. */
const SUGGESTED_EVERY = 500;

/** The search field of every page. It keeps the query; on the page of results, they follow when typing rests. */
export function SearchBar() {
  const [location, navigate] = useLocation();
  const { query, previous, document_id } = useSearchQuery();
  const filters = { previous, document_id };
  const [typed, setTyped] = useState(query);
  const [composing, setComposing] = useState(false);
  const isLive = location === "/";
  const sought = useThrottled(composing ? "" : typed.trim(), SUGGESTED_EVERY);
  const suggestions = useSuggestions(sought).data ?? [];

  // Back and forward change the query; the field follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the typed text follows the address, not the reverse
  useEffect(() => {
    if (typed.trim() !== query) setTyped(query);
  }, [query, location]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address by itself starts no search
  useEffect(() => {
    const wanted = typed.trim();
    // A single character finds too much; Enter searches it.
    if (!isLive || composing || wanted === query || [...wanted].length === 1) return;
    const timer = setTimeout(() => navigate(searchAddress(wanted, filters), { replace: query !== "" }), REST);
    return () => clearTimeout(timer);
  }, [typed, composing, query, isLive, navigate]);

  const open = ({ text, document_id, chunk_id }: Suggestion) => {
    if (document_id === null) navigate(searchAddress(text));
    else navigate(chunk_id === null ? documentAddress(document_id) : chunkAddress(document_id, chunk_id));
  };
  const submit = () => {
    const wanted = typed.trim();
    navigate(searchAddress(wanted, isLive ? filters : {}), { replace: isLive && wanted === query });
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
