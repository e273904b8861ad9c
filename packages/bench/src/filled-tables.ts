import type { Database } from "@retrieval/postgres";

const DEPARTMENTS = 30;

/** Users in number, as bulk imports would have left them: in a department each, one in five in the group of managers. */
export async function fillUsers({ pool }: Database, count: number): Promise<void> {
  await pool.query("TRUNCATE users, user_states, departments, audit_entries");
  await pool.query(
    "INSERT INTO departments (code, name) SELECT 'D' || 1000 + i, 'Department ' || i FROM generate_series(1, $1) AS i",
    [DEPARTMENTS],
  );
  await pool.query(
    `INSERT INTO users (user_id, display_name, department, department_code, department_code_given, email, role,
       permission_groups, is_active, search_key)
     SELECT lpad(i::text, 6, '0'), 'User ' || i, 'Department ' || i % $2 + 1, 'D' || 1001 + i % $2, false,
       'user' || i || '@example.com', CASE WHEN i <= 3 THEN 'admin' ELSE 'user' END,
       CASE WHEN i % 5 = 0 THEN '{managers}'::text[] ELSE '{}' END, true, lpad(i::text, 6, '0') || E'\\nuser ' || i
     FROM generate_series(1, $1::int) AS i`,
    [count, DEPARTMENTS],
  );
  await pool.query(
    `INSERT INTO user_states (user_id, display_name, role, department_code, permission_groups, is_active)
     SELECT user_id, display_name, role, department_code, permission_groups, is_active FROM users`,
  );
  await pool.query("VACUUM ANALYZE users, user_states, departments, audit_entries");
}
