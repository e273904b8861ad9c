// Prints the totals of one run of Jest as "passed failed skipped", from the JSON that it wrote.
// node totals.mjs FILE EXIT_CODE; 77 for a run that does not apply here.
import { existsSync, readFileSync } from "node:fs";

const [file = "", exitCode = "1"] = process.argv.slice(2);
process.stdout.write(`${totals().join(" ")}\n`);

function totals() {
  if (exitCode === "77") return [0, 0, 1];
  // The build failed, say, so that Jest did not start or did not end.
  if (!existsSync(file)) return [0, 1, 0];
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  // A suite that could not be loaded counts no test of its own.
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const endedWell = exitCode === "0" && numPassedTests > 0;
  return [numPassedTests, failed || (endedWell ? 0 : 1), numPendingTests + numTodoTests];
}
