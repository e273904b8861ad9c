import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { Waiting } from "./api/waiting.js";
import { App } from "./app.js";
import { LanguageProvider } from "./i18n/i18n.js";
import { SessionProvider } from "./session/session-provider.js";
import { usableStorages } from "./session/session-store.js";
import "./ui/base.css";
import { WaitingBanner } from "./ui/waiting-banner.js";

const storages = usableStorages();
const waiting = new Waiting();
// The client itself repeats a call that may be repeated, with a countdown.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <LanguageProvider storage={storages?.local ?? null}>
      <SessionProvider storages={storages} waiting={waiting}>
        <App />
        <WaitingBanner waiting={waiting} />
      </SessionProvider>
    </LanguageProvider>
  </QueryClientProvider>,
);
