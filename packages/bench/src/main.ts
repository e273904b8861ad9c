import { ingestSpeed } from "./ingest-speed.js";
import { searchQuality } from "./search-quality.js";
import { searchScale } from "./search-scale.js";

const BENCHES: Readonly<Record<string, (print: (line: string) => void) => Promise<void>>> = {
  "ingest-speed": ingestSpeed,
  "search-quality": searchQuality,
  "search-scale": searchScale,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}`);
  process.exit(2);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n== ${name}`);
  await run((line) => console.log(line));
}
process.exit(0);
