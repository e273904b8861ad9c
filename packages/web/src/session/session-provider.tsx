import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Api } from "../api/client.js";
import type { Waiting } from "../api/waiting.js";
import { takeArrival } from "../arrival/take-arrival.js";
import { useLanguage } from "../i18n/i18n.js";
import type { SessionState } from "./open-session.js";
import type { Session } from "./session.js";
import { SessionKeeper } from "./session-keeper.js";
import { SessionStore } from "./session-store.js";

const SessionContext = createContext<SessionKeeper | null>(null);

/** How long after a session's end the service is asked whether it has ended, in milliseconds. */
const A_MOMENT = 1_000;
/** Browsers fire a timer immediately if it is set for more than 24.8 days. */
const TIMER_MAX = 2 ** 31 - 1;

interface SessionProviderProps {
  readonly storages: { readonly local: Storage; readonly session: Storage } | null;
  readonly waiting: Waiting;
  readonly children: ReactNode;
}

export function SessionProvider({ storages, waiting, children }: SessionProviderProps) {
  const queries = useQueryClient();
  const [store] = useState(() => storages && new SessionStore(storages.local, storages.session));
  const { language } = useLanguage();
  const spoken = useRef(language);
  // Before the pages' own effects, which may send a request in the new language.
  useLayoutEffect(() => {
    spoken.current = language;
  }, [language]);
  const [keeper] = useState(
    () =>
      new SessionKeeper({
        url: location.origin,
        store,
        waiting,
        language: () => spoken.current,
        onLeave({ address }) {
          queries.clear();
          // The next user must not see the previous user's queries either.
          if (address) history.replaceState(null, "", "/");
        },
      }),
  );
  useEffect(() => {
    void keeper.open();
    if (!storages || !store) return;
    const controller = new AbortController();
    const { signal } = controller;
    store.onChangeElsewhere(() => void keeper.open({ elsewhere: true }), signal);
    // A hand-off link may arrive in an open page, which does not reload then.
    addEventListener(
      "hashchange",
      () => {
        if (takeArrival({ location, history, storage: () => storages.session })) void keeper.open();
      },
      { signal },
    );
    return () => controller.abort();
  }, [keeper, store, storages]);

  // The service decides when the time has come: this machine's clock may be wrong.
  const state = useSyncExternalStore(keeper.subscribe, keeper.state);
  const expires_at = state.kind === "signed-in" ? state.session.expires_at : null;
  useEffect(() => {
    if (expires_at === null) return;
    const left = Math.max(0, Date.parse(expires_at) - Date.now()) + A_MOMENT;
    if (left > TIMER_MAX) return;
    const timer = setTimeout(() => void keeper.open(), left);
    return () => clearTimeout(timer);
  }, [expires_at, keeper]);

  return <SessionContext value={keeper}>{children}</SessionContext>;
}

export function useSessionKeeper(): SessionKeeper {
  const keeper = useContext(SessionContext);
  if (keeper === null) throw new Error("useSessionKeeper is used outside its SessionProvider.");
  return keeper;
}

export function useSessionState(): SessionState {
  const keeper = useSessionKeeper();
  return useSyncExternalStore(keeper.subscribe, keeper.state);
}

export function useApi(): Api {
  return useSessionKeeper().api;
}

/** The session, on pages that only signed-in users see. */
export function useSession(): Session {
  const state = useSessionState();
  if (state.kind !== "signed-in") throw new Error("useSession is used without a signed-in user.");
  return state.session;
}
