/** The pages that few readers open, in one file: of two, the bundler would part what they share with the other pages. */
export { Administration } from "./admin/administration.js";
export { ConsentPage, RefusedApplication } from "./consent/consent-page.js";
export { ComparisonPage } from "./reading/comparison/comparison-page.js";
export { TokensPage } from "./tokens/tokens-page.js";
