export { documentsRows, ENTRY_HEADER, entryRows, readersRows, reasonsText } from "./csv/audit-rows.js";
export { quoteCell, readCell } from "./csv/cell.js";
export { comparisonRows } from "./csv/comparison-rows.js";
export { CONFIRMATION_HEADER, confirmationRows } from "./csv/confirmation-rows.js";
export { usageRows } from "./csv/usage-rows.js";
export { vocabularyRows } from "./csv/vocabulary-rows.js";
export { BYTE_ORDER_MARK, type CsvValue, csvLines, writeCsv } from "./csv/write.js";
