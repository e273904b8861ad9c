import { Route, Switch, useLocation } from "wouter";
import { catalog, useMessages } from "../i18n/i18n.js";
import { NotFound } from "../shell/not-found.js";
import { useTitle } from "../shell/shell.js";
import { LinkTabs } from "../ui/link-tabs.js";
import { SECTIONS } from "./pages.js";

const messages = catalog({
  sections: ["Administration", "管理"],
  titles: Object.fromEntries(SECTIONS.map(({ path, title }) => [path, title])),
});

/** The administrators' pages. Other users never load this file, and the service would refuse its calls. */
export function Administration() {
  const { sections, titles } = useMessages(messages);
  const [location] = useLocation();
  const routes = SECTIONS.flatMap(({ path, pages }) =>
    Object.entries(pages).map(([route, page]) => (
      <Route key={route} path={route}>
        {(parameters) => (
          <>
            <Title text={titles[path] ?? ""} />
            {page(parameters)}
          </>
        )}
      </Route>
    )),
  );
  return (
    <>
      <LinkTabs
        label={sections}
        look="line"
        tabs={SECTIONS.map(({ path, pages }) => ({
          href: path,
          text: titles[path] ?? "",
          isHere: location in pages || location.startsWith(`${path}/`),
        }))}
      />
      <Switch>
        {routes}
        <Route component={NotFound} />
      </Switch>
    </>
  );
}

/** Before the page, whose own name replaces it. */
function Title({ text }: { text: string }) {
  useTitle(text);
  return null;
}
