<?php

require __DIR__ . '/../access.php';

$texts = fn (string $line) => array_map('base64_decode', array_slice(explode(' ', $line), 1));

while (($line = fgets(STDIN)) !== false) {
    $parts = explode("\t", rtrim($line, "\n"));
    [$userId, $role, $department, $groups, $allowAll, $departments, $allowedGroups, $users] = $parts;
    $reader = [
        'user_id' => base64_decode($userId),
        'role' => $role,
        'department_code' => $department === '-' ? null : base64_decode($department),
        'permission_groups' => $texts($groups),
    ];
    $rule = [
        'allow_all' => $allowAll === 'true',
        'allowed_department_codes' => $texts($departments),
        'allowed_groups' => $texts($allowedGroups),
        'allowed_users' => $texts($users),
    ];
    $reasons = array_map(fn ($reason) => $reason[0] . '=' . base64_encode($reason[1]), reasonsFor($reader, $rule));
    echo implode(' ', $reasons), "\n";
}
