<?php
// A whole portal page: POST /launch-retrieval opens the service for the employee who is logged in.
require __DIR__ . '/sign.php';

/** @return array{int, array} status and body; status 0: no answer */
function retrieval(string $method, string $path, array $body, string $token = ''): array
{
    $headers = ['Content-Type: application/json', 'Accept-Language: ja', "Authorization: Bearer $token"];
    $http = ['method' => $method, 'header' => $headers, 'content' => json_encode($body, JSON_THROW_ON_ERROR),
        'timeout' => 30, 'ignore_errors' => true, 'follow_location' => 0];
    $answer = @file_get_contents(getenv('RETRIEVAL_URL') . $path, false, stream_context_create(['http' => $http]));
    $status = $answer === false ? 0 : (int) explode(' ', $http_response_header[0])[1];
    return [$status, json_decode((string) $answer, true) ?? []];
}

function signIn(string $userId): array
{
    $now = time(); // UNIX time in seconds, at the click
    $signature = sign($userId, $now, getenv('SSO_SHARED_SECRET'));
    $body = ['user_id' => $userId, 'timestamp' => $now, 'signature' => $signature];
    return retrieval('POST', '/api/auth/sso-token', $body);
}

/** At most 100 users. 200: all are imported; 207: all but those in errors; other: none of this call is sure. */
function importUsers(array $users, string $token): array
{
    $body = ['users' => $users, 'update_existing' => true];
    [$status, $report] = retrieval('POST', '/api/manage/users/bulk', $body, $token);
    if ($status !== 200 && $status !== 207) throw new RuntimeException($report['error']['message'] ?? "status $status");
    foreach ($report['errors'] as $error) error_log("entry {$error['index']}, {$error['user_id']}: {$error['error']}");
    return $report;
}

function launchUrl(string $token): string
{
    return getenv('RETRIEVAL_URL') . '/#sso_token=' . rawurlencode($token);
}

function problemText(array $answer): string
{
    return htmlspecialchars($answer['error']['message'] ?? '文書検索に接続できませんでした。しばらくしてから、もう一度お試しください。');
}

session_start();
header('Cache-Control: no-store');
if (($_SERVER['REQUEST_URI'] ?? '') === '/launch-retrieval' && $_SERVER['REQUEST_METHOD'] === 'POST') {
    $userId = $_SESSION['employee_number'] ?? null; // from the portal's own login, never from the browser
    if ($userId === null) {
        http_response_code(401);
        exit('ログインしてから、もう一度お試しください。');
    }
    [$status, $answer] = signIn($userId);
    if ($status === 200) {
        header('Location: ' . launchUrl($answer['token']), true, 303);
        exit;
    }
    http_response_code(502);
    exit(problemText($answer));
}
?>
<form method="post" action="/launch-retrieval" target="_blank"><button>文書検索を開く</button></form>
