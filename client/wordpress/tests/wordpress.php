<?php

// As much of WordPress as the plugin's code for other plugins' forms calls: hooks that work, and functions that do the
// least.
declare(strict_types=1);

define('ABSPATH', __DIR__ . '/');
define('WEEK_IN_SECONDS', 604_800);

final class Hooks
{
    /** @var array<string, array<int, list<array{callable, int}>>> */
    public static array $added = [];

    public static function run(string $name, mixed $value, mixed ...$more): mixed
    {
        $byPriority = self::$added[$name] ?? [];
        ksort($byPriority);
        foreach (array_merge(...array_values($byPriority) ?: [[]]) as [$callback, $count]) {
            $value = $callback(...array_slice([$value, ...$more], 0, $count));
        }
        return $value;
    }
}

function add_filter(string $name, callable $callback, int $priority = 10, int $count = 1): void
{
    Hooks::$added[$name][$priority][] = [$callback, $count];
}

function add_action(string $name, callable $callback, int $priority = 10, int $count = 1): void
{
    // What an action returns goes nowhere; what it is given stays.
    add_filter($name, static function (mixed ...$given) use ($callback): mixed {
        $callback(...$given);
        return $given[0] ?? null;
    }, $priority, $count);
}

function apply_filters(string $name, mixed $value, mixed ...$more): mixed
{
    return Hooks::run($name, $value, ...$more);
}

function do_action(string $name, mixed ...$given): void
{
    Hooks::run($name, ...($given ?: [null]));
}

/** What an action prints. */
function printed(string $name, mixed ...$given): string
{
    ob_start();
    do_action($name, ...$given);
    return (string) ob_get_clean();
}

final class WP_Error
{
    /** @var array<string, string> */
    public array $messages = [];

    public function __construct(string $code = '', string $message = '', public mixed $data = null)
    {
        $code === '' || $this->add($code, $message);
    }

    public function add(string $code, string $message): void
    {
        $this->messages[$code] = $message;
    }

    public function remove(string $code): void
    {
        unset($this->messages[$code]);
    }

    public function has_errors(): bool
    {
        return $this->messages !== [];
    }

    /** @return list<string> */
    public function get_error_codes(): array
    {
        return array_keys($this->messages);
    }
}

$scripts = [];
function wp_enqueue_script(string $name, string $address, array $needs, string|null $version, bool $atEnd): void
{
    $GLOBALS['scripts'][$name] = $address;
}
function __(string $text): string
{
    return $text;
}
function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_html__(string $text): string
{
    return esc_html($text);
}
function wp_unslash(mixed $value): mixed
{
    return is_string($value) ? stripslashes($value) : $value;
}
function is_wp_error(mixed $value): bool
{
    return $value instanceof WP_Error;
}
function set_transient(string $name, mixed $value): void
{
}
function add_shortcode(string $name, callable $callback): void
{
}
function did_action(string $name): int
{
    return 0;
}
function is_admin(): bool
{
    return false;
}
function is_multisite(): bool
{
    return false;
}
