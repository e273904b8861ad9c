<?php

/** Why the reader may see a document with this rule; empty: the reader may not. */
function reasonsFor(array $reader, array $rule): array
{
    $reasons = [];
    if (in_array($reader['role'], ['admin', 'developer'], true)) {
        $reasons[] = ['role', $reader['role']];
    }
    if ($rule['allow_all']) {
        $reasons[] = ['allow_all', '*'];
    }
    // The last parameter: without it PHP takes "1" and "01" for equal.
    if (in_array($reader['department_code'], $rule['allowed_department_codes'], true)) {
        $reasons[] = ['department', $reader['department_code']];
    }
    foreach (array_unique($reader['permission_groups'], SORT_STRING) as $group) {
        if (in_array($group, $rule['allowed_groups'], true)) {
            $reasons[] = ['group', $group];
        }
    }
    if (in_array($reader['user_id'], $rule['allowed_users'], true)) {
        $reasons[] = ['user', $reader['user_id']];
    }
    return $reasons;
}
