<?php

/**
 * Plugin Name: Bollard
 * Description: Keeps bots out of comments, logins, registrations, shops and contact forms.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * Author: Bollard
 * License: Unlicensed
 * Text Domain: bollard
 * Domain Path: /languages
 */

declare(strict_types=1);

namespace Bollard\WordPress;

defined('ABSPATH') || exit;

spl_autoload_register(static function (string $class): void {
    $own = 'Bollard\\WordPress\\';
    // `client` holds the classes of client/php, which client/bundle.php puts there.
    [$folder, $name] = match (true) {
        str_starts_with($class, $own) => ['src', substr($class, strlen($own))],
        str_starts_with($class, 'Bollard\\') => ['client', substr($class, strlen('Bollard\\'))],
        default => [null, ''],
    };
    $file = __DIR__ . "/{$folder}/" . str_replace('\\', '/', $name) . '.php';
    if ($folder !== null && is_file($file)) {
        require $file;
    }
});

(new Plugin(__FILE__))->start();
