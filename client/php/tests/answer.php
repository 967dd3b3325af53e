<?php

// Stands in for siteverify: `good:<action>:<number>` passes once. What was asked is counted in a file.
declare(strict_types=1);

$log = getenv('ASKED');
$asked = is_file($log) ? file($log, FILE_IGNORE_NEW_LINES) : [];
$token = json_decode(file_get_contents('php://input'), true)['response'];
file_put_contents($log, "{$token}\n", FILE_APPEND);
header('Content-Type: application/json');
echo json_encode(match (true) {
    !str_starts_with($token, 'good:') => ['success' => false, 'error-codes' => ['invalid-input-response', 'token-malformed']],
    in_array($token, $asked, true) => ['success' => false, 'error-codes' => ['timeout-or-duplicate', 'token-already-used']],
    default => ['success' => true, 'action' => explode(':', $token)[1], 'error-codes' => []],
});
