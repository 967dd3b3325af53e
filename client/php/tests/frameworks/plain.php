<?php

// Runs an example that has no framework, for PHP's own server.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';
require (string) getenv('BOLLARD_EXAMPLE');
