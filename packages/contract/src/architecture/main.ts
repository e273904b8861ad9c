import { checkWorkspace } from "./check.js";

const { files, faults } = checkWorkspace();
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`Import direction: ${files} files, ${faults.length} faults.\n`);
if (faults.length > 0) process.exitCode = 1;
