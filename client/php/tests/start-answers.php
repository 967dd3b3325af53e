<?php

// For the tests of systems in PHP: a stand-in for siteverify, and what all of them check with it.
declare(strict_types=1);

set_error_handler(
    static fn (
        int $level,
        string $message,
        string $file,
        int $line,
    ) => throw new ErrorException($message, 0, $level, $file, $line),
);

/**
 * Starts a server that answers as siteverify does: see answer.php.
 *
 * @return array{string, callable(): int} its address, and how often it was asked
 */
function startAnswers(): array
{
    $asked = tempnam(sys_get_temp_dir(), 'bollard');
    $port = random_int(20_000, 30_000);
    $server = proc_open(
        [PHP_BINARY, '-S', "127.0.0.1:{$port}", __DIR__ . '/answer.php'],
        [2 => ['file', '/dev/null', 'w']],
        $pipes,
        env_vars: ['ASKED' => $asked],
    );
    register_shutdown_function(static function () use ($server, $asked): void {
        proc_terminate($server);
        unlink($asked);
    });
    for ($tries = 0; $tries < 100; $tries++) {
        try {
            fclose(fsockopen('127.0.0.1', $port));
            break;
        } catch (ErrorException) {
            usleep(50_000);
        }
    }
    return ["http://127.0.0.1:{$port}", static fn (): int => count(file($asked))];
}

/** A token that passes once, for an action. */
function token(string $action): string
{
    static $number = 0;
    return "good:{$action}:" . ++$number;
}

function expect(string $what, bool $holds): void
{
    if (!$holds) {
        fwrite(STDERR, "FAILED: {$what}\n");
        exit(1);
    }
}

/** Finds the classes of client/php, and those of a system below its own name. */
function loadClasses(string $namespace, string $folder): void
{
    spl_autoload_register(static function (string $class) use ($namespace, $folder): void {
        $file = match (true) {
            str_starts_with($class, $namespace) => $folder . '/' . substr($class, strlen($namespace)),
            str_starts_with($class, 'Bollard\\') => __DIR__ . '/../src/' . substr($class, 8),
            default => '',
        };
        $path = str_replace('\\', '/', $file) . '.php';
        if ($file !== '' && is_file($path)) {
            require $path;
        }
    });
}
