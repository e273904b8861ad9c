import { lazy, Suspense, useLayoutEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { reloadOnce } from "./arrival/reload-once.js";
import { decoded } from "./decoded.js";
import { useMessages } from "./i18n/i18n.js";
import { READING, type ReadingPage } from "./pages.js";
import { passageOf } from "./reading/addresses.js";
import { DocumentPage } from "./reading/document/document-page.js";
import { DocumentsPage } from "./reading/documents-page.js";
import { SearchPage } from "./reading/search-page.js";
import { useSession } from "./session/session-provider.js";
import { Entrance } from "./shell/entrance.js";
import { NotFound } from "./shell/not-found.js";
import { PageFailure } from "./shell/page-failure.js";
import { pageOf } from "./shell/page-of.js";
import { type Pages as RoutedPages, routesOf } from "./shell/routes.js";
import { Shell } from "./shell/shell.js";
import { useSlashSearches } from "./shell/slash.js";
import { messages as uiMessages } from "./ui/messages.js";
import { Skeleton } from "./ui/state.js";

const onDemand = () =>
  import("./on-demand.js").catch((error: unknown) => {
    reloadOnce({ location, storage: () => sessionStorage });
    throw error;
  });
const TokensPage = lazy(async () => ({ default: (await onDemand()).TokensPage }));
const ConsentPage = lazy(async () => ({ default: (await onDemand()).ConsentPage }));
const RefusedApplication = lazy(async () => ({ default: (await onDemand()).RefusedApplication }));
const ComparisonPage = lazy(async () => ({ default: (await onDemand()).ComparisonPage }));
const Administration = lazy(async () => ({ default: (await onDemand()).Administration }));

const PAGES: RoutedPages<ReadingPage> = {
  "/": () => <SearchPage />,
  "/documents": () => <DocumentsPage />,
  "/documents/:document_id/comparison": ({ document_id = "" }) => (
    <ComparisonPage key={document_id} document_id={decoded(document_id)} />
  ),
  "/documents/:document_id/:passage?": ({ document_id = "", passage }) => (
    <DocumentPage
      key={document_id}
      document_id={decoded(document_id)}
      passage={passage === undefined ? null : passageOf(decoded(document_id), decoded(passage))}
    />
  ),
  "/tokens": () => <TokensPage />,
  "/authorize/:authorization_id": ({ authorization_id = "" }) => (
    <ConsentPage key={authorization_id} authorization_id={decoded(authorization_id)} />
  ),
};

export function App() {
  return (
    <Shell>
      <PageFailure>
        <Switch>
          <Route path="/authorize" component={RefusedToAll} />
          <Route>
            <Entrance>
              <Pages />
            </Entrance>
          </Route>
        </Switch>
      </PageFailure>
    </Shell>
  );
}

/** An application opens this page whether the user is signed in or not. */
function RefusedToAll() {
  const { loading } = useMessages(uiMessages);
  return (
    <Suspense fallback={<Skeleton lines={6} label={loading} />}>
      <RefusedApplication />
    </Suspense>
  );
}

function Pages() {
  const { role } = useSession();
  const { loading } = useMessages(uiMessages);
  useFocusFollowsPage();
  useSlashSearches();
  return (
    <Suspense fallback={<Skeleton lines={6} label={loading} />}>
      <Switch>
        {routesOf(READING, PAGES)}
        {role === "admin" && <Route path="/admin" component={() => <Redirect to="/admin/documents" replace />} />}
        {role === "admin" && <Route path="/admin/*?" component={Administration} />}
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}

/** A new page starts scrolled to its top and takes the keyboard focus. */
function useFocusFollowsPage(): void {
  const page = pageOf(useLocation()[0]);
  // Before the page's own effects, which may scroll to a passage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the page changes
  useLayoutEffect(() => {
    if (document.activeElement?.closest("main") === null && document.activeElement !== document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page]);
}
