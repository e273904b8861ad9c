import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { isRefusal } from "../../../api/errors.js";
import { answerOf } from "../../../api/query-options.js";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { LongList } from "../../../parts/long-list.js";
import { NotLoaded } from "../../../parts/not-loaded.js";
import { useDepartmentNames, useUser } from "../../../parts/principal-queries.js";
import { UserPicker } from "../../../parts/user-picker.js";
import { useApi } from "../../../session/session-provider.js";
import { ButtonLink } from "../../../ui/button.js";
import { Meta, Panel, Stack } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { documentAdminAddress } from "../addresses.js";
import { enoughInWords, explanationInWords } from "./explanation.js";
import { messages } from "./messages.js";

/** Why one user can or cannot read this document. The address holds the user's id. */
export function ExplainPart({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  const user_id = new URLSearchParams(useSearch()).get("user_id");
  const ask = (picked: string) =>
    navigate(`${documentAdminAddress(document_id, "explain")}?user_id=${encodeURIComponent(picked)}`);
  return (
    <>
      <Panel as="div" gap={4}>
        <Stack gap={1}>
          <h2>{text.title}</h2>
          <Meta>{text.hint}</Meta>
        </Stack>
        <Stack gap={0} narrow="field">
          <UserPicker label={text.pick} onPick={ask} />
        </Stack>
      </Panel>
      {user_id && <Explanation document_id={document_id} user_id={user_id} />}
    </>
  );
}

function Explanation({ document_id, user_id }: { document_id: string; user_id: string }) {
  const text = useMessages(messages);
  const api = useApi();
  const { data, error, refetch } = useQuery(answerOf(api, "explainAccess", { document_id, user_id }));
  const user = useUser(user_id);
  const departments = useDepartmentNames();
  if (isRefusal(error, "USER_NOT_FOUND"))
    return (
      <Notice tone="warn" announced>
        {text.unknown(isolate(user_id))}
      </Notice>
    );
  if (!data) return <NotLoaded query={{ error, refetch }} lines={3} label={text.looking} />;
  const named = {
    who: user ? text.who(isolate(user.display_name), isolate(user_id)) : isolate(user_id),
    department: (code: string) => [code, departments?.get(code) ?? ""].filter(Boolean).map(isolate).join(" "),
  };
  const enough = enoughInWords(data, text.words, named);
  return (
    <>
      <Notice tone={data.allowed ? "good" : "warn"} announced>
        {explanationInWords(data, text.words, named)}
      </Notice>
      {enough.length > 0 && (
        <Panel gap={4}>
          <h2>{text.enough}</h2>
          <LongList items={enough} itemKey={(sentence) => sentence}>
            {(sentence) => sentence}
          </LongList>
          <div>
            <ButtonLink href={documentAdminAddress(document_id)}>{text.toRule}</ButtonLink>
          </div>
        </Panel>
      )}
    </>
  );
}
