import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { encoded } from "../pages/load-pages.js";
import type { PageFile } from "../pages/pages.js";

/** The address of the page; its files are below it. */
export const DOCS_PATH = "/api/docs";
const DOCUMENT_PATH = "/api/openapi.json";

/** The files of swagger-ui-dist that the page loads. */
const FROM_SWAGGER_UI = ["swagger-ui.css", "swagger-ui-bundle.js"] as const;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Retrieval Service: API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script src="${DOCS_PATH}/start.js"></script>
  </body>
</html>
`;

// swagger-ui has a dark theme, but a button for it only in the bar that this layout leaves out.
// validatorUrl: swagger-ui would ask a service of its makers about the document. The layout has no bar for other ones.
const START = `const dark = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followTheme);
followTheme();
SwaggerUIBundle({
  url: "${DOCUMENT_PATH}",
  dom_id: "#swagger-ui",
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

export interface DocsPage {
  readonly index: PageFile;
  /** By their addresses. */
  readonly files: ReadonlyMap<string, PageFile>;
}

/** The page that shows the document of the API, with everything that it loads. */
export async function loadDocsPage(): Promise<DocsPage> {
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const files = new Map<string, PageFile>();
  for (const name of FROM_SWAGGER_UI) {
    files.set(
      `${DOCS_PATH}/${name}`,
      await fileOf(name.slice(name.lastIndexOf(".")), await readFile(join(folder, name))),
    );
  }
  files.set(`${DOCS_PATH}/start.js`, await fileOf(".js", Buffer.from(START)));
  return { index: await fileOf(".html", Buffer.from(PAGE)), files };
}

async function fileOf(extension: string, bytes: Buffer): Promise<PageFile> {
  return { extension, plain: encoded(bytes), br: null, gzip: encoded(await promisify(gzip)(bytes)) };
}
