<?php

// A form without a framework. BOLLARD_SECRET_KEY=bsec_… php -S 127.0.0.1:3000 plain.php
use Bollard\Bollard;

// With Composer: require 'vendor/autoload.php';
$bollard = new Bollard((string) getenv('BOLLARD_SECRET_KEY'), 'https://captcha.example.org');

// #region verify
$verdict = $bollard->verify($_POST['bollard-response'] ?? null, action: 'signup');
if ($verdict->failure !== null) {
    error_log("bollard: {$verdict->failure}");
}
if (!$verdict->passed) {
    http_response_code(403);
    exit('Please go back and try again.');
}
// #endregion
echo 'Thank you.';
