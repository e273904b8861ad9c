// Writes packages/portal/vectors/access.json; a test fails where it is not current.
import { writeFileSync } from "node:fs";
import { accessVectors } from "../dist/access-vectors.js";

writeFileSync(new URL("../../portal/vectors/access.json", import.meta.url), accessVectors());
