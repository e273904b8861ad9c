import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { Api } from "../api/client.js";
import type { Waiting } from "../api/waiting.js";
import { openSession, type SessionState } from "./open-session.js";
import type { Session } from "./session.js";
import { SessionStore } from "./session-store.js";

interface SessionDoors {
  readonly state: SessionState;
  readonly api: Api;
  readonly signOut: () => void;
  readonly answerLink: (as: Session) => void;
  readonly dismissLink: () => void;
  readonly tryAgain: () => void;
}

const SessionContext = createContext<SessionDoors | null>(null);

/** After a session's end, until it is asked whether it has ended; in milliseconds. */
const A_MOMENT = 1_000;
/** Browsers fire a timer early, and at once where it is set for more than 24.8 days. */
const TIMER_MAX = 2 ** 31 - 1;

/** Who uses the pages, from the first look at what the browser brought to the end of the session. */
export function SessionProvider(props: { storage: Storage | null; waiting: Waiting; children: ReactNode }) {
  const { storage, waiting, children } = props;
  const [state, setState] = useState<SessionState>(storage ? { kind: "opening" } : { kind: "no-storage" });
  const queries = useQueryClient();

  const doors = useMemo(() => {
    const store = storage && new SessionStore(storage);
    const end = (why: "expired" | "by-hand") => {
      store?.forget();
      setState({ kind: "signed-out", why, link: null });
    };
    const api = new Api({ token: () => store?.token() ?? null, onUnauthorized: () => end("expired"), waiting });
    const open = async () => {
      if (!store) return;
      try {
        setState(await openSession(api, store));
      } catch {
        setState({ kind: "failed" });
      }
    };
    return {
      store,
      api,
      open,
      end,
      signOut: () => end("by-hand"),
      answerLink(session: Session) {
        store?.keep(session.token);
        setState({ kind: "signed-in", session, link: null });
      },
      dismissLink: () => setState((now) => (now.kind === "signed-in" ? { ...now, link: null } : now)),
      tryAgain() {
        setState({ kind: "opening" });
        void open();
      },
    };
  }, [storage, waiting]);

  useEffect(() => {
    void doors.open();
    return doors.store?.onChangeElsewhere(() => void doors.open());
  }, [doors]);

  // What one person has seen is not for the next one's eyes.
  const user_id = state.kind === "signed-in" ? state.session.user_id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user is what this waits for
  useEffect(() => () => queries.clear(), [user_id, queries]);

  // The service is asked when the time has come: this machine's clock may be wrong.
  const expires_at = state.kind === "signed-in" ? state.session.expires_at : null;
  useEffect(() => {
    if (expires_at === null) return;
    const left = Math.max(0, Date.parse(expires_at) - Date.now()) + A_MOMENT;
    if (left > TIMER_MAX) return;
    const timer = setTimeout(() => void doors.open(), left);
    return () => clearTimeout(timer);
  }, [expires_at, doors]);

  const value = useMemo(() => ({ ...doors, state }), [doors, state]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSessionDoors(): SessionDoors {
  const doors = useContext(SessionContext);
  if (doors === null) throw new Error("useSessionDoors is used outside its SessionProvider.");
  return doors;
}

export function useApi(): Api {
  return useSessionDoors().api;
}

/** The session, on pages that only those who are signed in see. */
export function useSession(): Session {
  const { state } = useSessionDoors();
  if (state.kind !== "signed-in") throw new Error("useSession is used where nobody is signed in.");
  return state.session;
}
