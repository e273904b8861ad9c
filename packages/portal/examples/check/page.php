<?php
// One import, then one POST of the page, as from a browser: prints the report, then the status and where it leads.
$userId = $argv[1];
session_id('check');
session_save_path(sys_get_temp_dir());
session_start();
$_SESSION['employee_number'] = $userId;
session_write_close();
$_SERVER['REQUEST_URI'] = '/launch-retrieval';
$_SERVER['REQUEST_METHOD'] = 'GET';
ini_set('error_log', '/dev/null');
ob_start();
require __DIR__ . '/../index.php';
ob_end_clean();
$report = importUsers([['user_id' => '1', 'display_name' => 'A'], []], 'token');
echo "created {$report['created']}, errors ", count($report['errors']), "\n";
[$status, $answer] = signIn($userId);
echo $status === 200 ? '303 ' . launchUrl($answer['token']) : '502 ' . problemText($answer), "\n";
