import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../i18n/i18n.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { FilterField } from "../../ui/filter-field.js";
import { PageHead, Row, Stack } from "../../ui/layout.js";
import { AddUser } from "./add-user.js";
import { type UserFilter, UserList } from "./user-list.js";
import { messages } from "./user-messages.js";

/** How long typing must pause before the list is filtered, in milliseconds. */
const TYPING_PAUSE = 200;

/** All users of the service. The address holds the filter. */
export function UsersPage() {
  const text = useMessages(messages);
  const [filter, setFilter] = useFilter();
  const [typed, setTyped] = useTyped(filter.query, (query) => setFilter({ ...filter, query }));
  const [adds, setAdds] = useState(false);
  const [done, setDone] = useState("");
  return (
    <Stack gap={4}>
      <PageHead
        title={text.title}
        actions={
          <>
            <Button look="primary" onPress={() => setAdds(true)}>
              {text.add}
            </Button>
            <ButtonLink href="/admin/imports">{text.import}</ButtonLink>
          </>
        }
      />
      <Row as="search" gap={[4, 6]} align="end">
        <FilterField label={text.filter} value={typed} onChange={setTyped} />
        <Checkbox
          label={text.withoutCode}
          description={text.withoutCodeText}
          isSelected={filter.without_department_code}
          onChange={(without_department_code) => setFilter({ ...filter, without_department_code })}
        />
      </Row>
      <UserList filter={filter} done={done} />
      {adds && <AddUser onDone={setDone} onClose={() => setAdds(false)} />}
    </Stack>
  );
}

function useFilter(): [UserFilter, (filter: UserFilter) => void] {
  const [location, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const filter = {
    query: asked.get("query") ?? "",
    without_department_code: asked.get("without_department_code") === "true",
  };
  const setFilter = ({ query, without_department_code }: UserFilter) => {
    const search = new URLSearchParams({
      ...(query !== "" && { query }),
      ...(without_department_code && { without_department_code: "true" }),
    }).toString();
    navigate(search === "" ? location : `${location}?${search}`, { replace: true });
  };
  return [filter, setFilter];
}

/** The typed text. It goes to the address after a pause, and follows the address on Back and Forward. */
function useTyped(asked: string, onPause: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(asked);
  // White space at the edges stays in the field, but is not sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the typed text follows the address, not the reverse
  useEffect(() => {
    if (typed.trim() !== asked) setTyped(asked);
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the typed text changes
  useEffect(() => {
    if (typed.trim() === asked) return;
    const timer = setTimeout(() => onPause(typed.trim()), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
