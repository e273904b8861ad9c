import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../i18n/i18n.js";
import { useTitle } from "../../shell/shell.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { TextField } from "../../ui/text-field.js";
import { AddPerson } from "./add-person.js";
import { PeopleList } from "./people-list.js";
import { messages } from "./people-messages.js";
import type { PeopleFilter } from "./people-queries.js";
import styles from "./users-page.module.css";

/** How long nobody types before the list follows, in milliseconds. */
const TYPING_PAUSE = 200;
const FILTER_MAX = 200;

/** Everybody the service knows. The filter stands in the address. */
export function UsersPage() {
  const text = useMessages(messages);
  const [filter, setFilter] = useFilter();
  const [typed, setTyped] = useTyped(filter.query, (query) => setFilter({ ...filter, query }));
  const [adds, setAdds] = useState(false);
  const [done, setDone] = useState("");
  useTitle(text.title);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{text.title}</h1>
        <div className={styles.actions}>
          <Button look="primary" onPress={() => setAdds(true)}>
            {text.add}
          </Button>
          <ButtonLink href="/admin/imports">{text.import}</ButtonLink>
        </div>
      </div>
      <search className={styles.filter}>
        <TextField
          type="search"
          label={text.filter}
          value={typed}
          onChange={setTyped}
          maxLength={FILTER_MAX}
          autoComplete="off"
        />
        <Checkbox
          label={text.withoutCode}
          description={text.withoutCodeText}
          isSelected={filter.without_department_code}
          onChange={(without_department_code) => setFilter({ ...filter, without_department_code })}
        />
      </search>
      <PeopleList filter={filter} done={done} onDone={setDone} />
      {adds && <AddPerson onDone={setDone} onClose={() => setAdds(false)} />}
    </div>
  );
}

function useFilter(): [PeopleFilter, (filter: PeopleFilter) => void] {
  const [location, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const filter = {
    query: asked.get("query") ?? "",
    without_department_code: asked.get("without_department_code") === "true",
  };
  const setFilter = ({ query, without_department_code }: PeopleFilter) => {
    const search = new URLSearchParams({
      ...(query !== "" && { query }),
      ...(without_department_code && { without_department_code: "true" }),
    }).toString();
    navigate(search === "" ? location : `${location}?${search}`, { replace: true });
  };
  return [filter, setFilter];
}

/** What is typed, which goes on to the address when nobody has typed for a moment, and follows it on the way back. */
function useTyped(asked: string, onPause: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(asked);
  // White space at the edges is typed, but not asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed follows the address, not the other way round
  useEffect(() => {
    if (typed.trim() !== asked) setTyped(asked);
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins with what is typed
  useEffect(() => {
    if (typed.trim() === asked) return;
    const timer = setTimeout(() => onPause(typed.trim()), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
