import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Loaded } from "../../../parts/loaded.js";
import { LongList } from "../../../parts/long-list.js";
import { useDepartmentNames, useUser } from "../../../parts/principal-queries.js";
import { useAnswer } from "../../../parts/use-answer.js";
import { UserPicker } from "../../../parts/user-picker.js";
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
  const explanation = useAnswer("explainAccess", { document_id, user_id });
  const user = useUser(user_id);
  const departments = useDepartmentNames();
  const named = {
    who: user ? text.who(isolate(user.display_name), isolate(user_id)) : isolate(user_id),
    department: (code: string) => [code, departments?.get(code) ?? ""].filter(Boolean).map(isolate).join(" "),
  };
  const unknown = (
    <Notice tone="warn" announced>
      {text.unknown(isolate(user_id))}
    </Notice>
  );
  return (
    <Loaded query={explanation} label={text.looking} absent="USER_NOT_FOUND" instead={unknown}>
      {(answer) => (
        <>
          <Notice tone={answer.allowed ? "good" : "warn"} announced>
            {explanationInWords(answer, text.words, named)}
          </Notice>
          <Enough document_id={document_id} sentences={enoughInWords(answer, text.words, named)} />
        </>
      )}
    </Loaded>
  );
}

/** What would give the user access. */
function Enough({ document_id, sentences }: { document_id: string; sentences: readonly string[] }) {
  const text = useMessages(messages);
  if (sentences.length === 0) return null;
  return (
    <Panel gap={4}>
      <h2>{text.enough}</h2>
      <LongList items={sentences} itemKey={(sentence) => sentence}>
        {(sentence) => sentence}
      </LongList>
      <div>
        <ButtonLink href={documentAdminAddress(document_id)}>{text.toRule}</ButtonLink>
      </div>
    </Panel>
  );
}
