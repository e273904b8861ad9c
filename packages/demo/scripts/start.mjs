// `npm start`: installs and builds what is missing, then runs the demo.
import { build } from "../../contract/scripts/build.mjs";

build("outdated pages");
process.argv.splice(2, 0, "demo");
import("../../service/bin/retrieval.js");
