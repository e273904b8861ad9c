import type { ReactNode } from "react";
import { Route } from "wouter";

/** What stands at each address. Parameters of an address that is not theirs are absent. */
export type Pages<Path extends string> = Readonly<
  Record<Path, (parameters: Readonly<Record<string, string | undefined>>) => ReactNode>
>;

/** The routes of these pages. */
export function routesOf<Path extends string>(paths: readonly Path[], pages: Pages<Path>): ReactNode {
  return paths.map((path) => (
    <Route key={path} path={path as string}>
      {pages[path]}
    </Route>
  ));
}
