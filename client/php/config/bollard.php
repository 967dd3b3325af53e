<?php

// Of Laravel. Publish it with: php artisan vendor:publish --tag=bollard-config
return [
    'secret_key' => env('BOLLARD_SECRET_KEY'),
    'host' => env('BOLLARD_HOST'),
    'site_key' => env('BOLLARD_SITE_KEY'),
    // Seconds for the whole call, a retry included.
    'timeout' => 5,
    // closed, recorded-outage or open.
    'fail_policy' => env('BOLLARD_FAIL_POLICY', 'recorded-outage'),
];
