import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../i18n/i18n.js";
import { useTitle } from "../../shell/shell.js";
import { Stack } from "../../ui/layout.js";
import { LinkTabs } from "../../ui/link-tabs.js";
import { auditAddress, QUESTIONS, questionIn } from "./addresses.js";
import { Entries } from "./entries.js";
import { messages } from "./messages.js";
import { PastAccess } from "./past-access.js";

/** The audit log, and the two questions that it answers. The address holds the question. */
export function AuditPage() {
  const text = useMessages(messages);
  const query = new URLSearchParams(useSearch());
  const question = questionIn(query);
  useTitle(question === "entries" ? text.title : text.questions[question]);
  return (
    <Stack gap={4}>
      <h1>{text.title}</h1>
      <LinkTabs
        label={text.title}
        tabs={QUESTIONS.map((each) => ({
          href: auditAddress(each),
          text: text.questions[each],
          isHere: each === question,
        }))}
      />
      {question === "entries" ? (
        <Entries query={query} />
      ) : (
        <PastAccess key={question} question={question} query={query} />
      )}
    </Stack>
  );
}
