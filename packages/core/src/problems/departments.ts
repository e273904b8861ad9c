/** Problems with the department master. `field` is the place of an entry, or of one of its fields. */
export const DEPARTMENT_PROBLEMS = {
  "department_code.duplicate": { field: "text", department_code: "text", first_index: "number" },
  "department_code.duplicate_line": { department_code: "text", first_line: "number" },
  /** A line of a CSV. */
  "department.empty_cell": { field: ["code", "name"] },
  "department.broken_quotes": { field: ["code", "name"] },
  "departments.columns_not_found": { encoding: "text" },
} as const;
