import type { CallOf, JsonOf } from "@retrieval/api/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { answerOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";
import { TextField } from "../../ui/text-field.js";
import { useDebounced } from "../../ui/use-debounced.js";

interface OfferedFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
}

const OFFERED = 20;
/** How long typing must pause before suggestions are loaded, in milliseconds. */
const TYPING_PAUSE = 200;

/** An employee number; suggests users by number or name. */
export function UserField(field: OfferedFieldProps) {
  const { users = [] } = useOffers("listUsers", field.value);
  return <OfferedField {...field} offers={users.map(({ user_id, display_name }) => [user_id, display_name])} />;
}

/** A document's identifier; suggests documents by identifier or title. */
export function DocumentField(field: OfferedFieldProps) {
  const { documents = [] } = useOffers("listDocuments", field.value);
  return <OfferedField {...field} offers={documents.map(({ document_id, title }) => [document_id, title])} />;
}

type Offers = readonly (readonly [value: string, label: string])[];

function OfferedField({ offers, ...field }: OfferedFieldProps & { offers: Offers }) {
  const id = useId();
  return (
    <>
      <TextField {...field} autoComplete="off" maxLength={256} input={{ list: id }} />
      <datalist id={id}>
        {offers.map(([value, label]) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </>
  );
}

/** The field also works without suggestions, so their failure is not shown. */
function useOffers<Id extends "listUsers" | "listDocuments">(id: Id, typed: string): Partial<JsonOf<Id>> {
  const api = useApi();
  const query = useDebounced(typed.trim(), TYPING_PAUSE);
  const { data } = useQuery({
    ...answerOf<Id>(api, id, { query: query || undefined, limit: OFFERED } as CallOf<Id>),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return data ?? {};
}
