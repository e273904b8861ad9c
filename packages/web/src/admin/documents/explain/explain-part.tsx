import { useLocation } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { useReasonInWords } from "../../../parts/access-reasons.js";
import { Loaded } from "../../../parts/loaded.js";
import { LongList } from "../../../parts/long-list.js";
import { useUser } from "../../../parts/principal-queries.js";
import { useAnswer } from "../../../parts/use-answer.js";
import { UserPicker } from "../../../parts/user-picker.js";
import { ButtonLink } from "../../../ui/button.js";
import { Meta, Panel, Stack } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { documentAdminAddress } from "../addresses.js";
import type { AccessExplanation } from "../answers.js";
import { shownReasons } from "./explanation.js";
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
  const who = user ? text.who(isolate(user.display_name), isolate(user_id)) : isolate(user_id);
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
            {(answer.allowed ? text.can : answer.user_active ? text.cannot : text.deactivated)(who)}
          </Notice>
          <Reasons document_id={document_id} answer={answer} />
        </>
      )}
    </Loaded>
  );
}

/** Why the user may read, or what would be enough for it. */
function Reasons({ document_id, answer }: { document_id: string; answer: AccessExplanation }) {
  const text = useMessages(messages);
  const inWords = useReasonInWords();
  const { title, reasons } = shownReasons(answer);
  const lines = reasons.map(inWords);
  return (
    <Panel gap={4}>
      <h2>{text[title]}</h2>
      {title === "enough" && answer.would_allow.length === 0 && <p>{text.noneNamed}</p>}
      <LongList items={lines} itemKey={(line) => line}>
        {(line) => line}
      </LongList>
      <div>
        <ButtonLink href={documentAdminAddress(document_id)}>{text.toRule}</ButtonLink>
      </div>
    </Panel>
  );
}
