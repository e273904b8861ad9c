// `node prepare.mjs WHAT`: npm test and npm run build begin with it.
import { build } from "./build.mjs";

build(process.argv[2]);
