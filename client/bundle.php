<?php

/*
 * Builds the ZIP of a system that is installed without Composer, with the classes of client/php inside.
 *   php client/bundle.php wordpress
 * Writes client/<system>/build/<name>/ and, if PHP has the extension zip, client/<system>/build/<name>-<version>.zip.
 * `bundle.json` of the system says what goes in: { "name", "version", "client": folder of the classes, "files": [...]
 * }.
 */
declare(strict_types=1);

$system = $argv[1] ?? '';
$source = __DIR__ . "/{$system}";
if (preg_match('/^[a-z0-9-]+$/D', $system) !== 1 || !is_file("{$source}/bundle.json")) {
    fwrite(STDERR, "Name a folder of client/ that has a bundle.json\n");
    exit(1);
}
[
    'name' => $name,
    'version' => $version,
    'client' => $client,
    'files' => $files,
] = json_decode(file_get_contents("{$source}/bundle.json"), true, flags: JSON_THROW_ON_ERROR);
$target = "{$source}/build/{$name}";
if (is_dir($target)) {
    foreach (array_reverse(filesIn($target)) as $file) {
        is_dir($file) ? rmdir($file) : unlink($file);
    }
}
foreach ($files as $file) {
    copyAll("{$source}/{$file}", "{$target}/{$file}");
}
copyAll(__DIR__ . '/php/src', "{$target}/{$client}");
foreach (glob("{$target}/languages/*.po") as $texts) {
    file_put_contents(substr($texts, 0, -2) . 'mo', compileTexts(file_get_contents($texts)));
}
echo "{$target}\n";
if (class_exists(ZipArchive::class)) {
    $zip = new ZipArchive();
    $zip->open("{$source}/build/{$name}-{$version}.zip", ZipArchive::CREATE | ZipArchive::OVERWRITE);
    foreach (array_filter(filesIn($target), is_file(...)) as $file) {
        $zip->addFile($file, $name . substr($file, strlen($target)));
    }
    $zip->close();
    echo "{$source}/build/{$name}-{$version}.zip\n";
}

/** @return list<string> files and folders below a folder, parents first */
function filesIn(string $folder): array
{
    $found = iterator_to_array(
        new RecursiveIteratorIterator(
            new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS),
            RecursiveIteratorIterator::SELF_FIRST,
        ),
        false,
    );
    $paths = array_map(strval(...), $found);
    sort($paths);
    return $paths;
}

function copyAll(string $from, string $to): void
{
    foreach (is_dir($from) ? array_filter(filesIn($from), is_file(...)) : [$from] as $file) {
        $copy = $to . substr($file, strlen($from));
        is_dir(dirname($copy)) || mkdir(dirname($copy), 0755, true);
        copy($file, $copy) || exit(1);
    }
}

/** The binary form (.mo) of translated texts (.po), as gettext and WordPress read it. */
function compileTexts(string $po): string
{
    $texts = [];
    foreach (preg_split('/\n{2,}/', trim($po)) as $entry) {
        $parts = [];
        $field = '';
        foreach (explode("\n", $entry) as $line) {
            if (preg_match('/^(msgid|msgstr|) ?"(.*)"$/', $line, $found) === 1) {
                $field = $found[1] ?: $field;
                $parts[$field] = ($parts[$field] ?? '') . stripcslashes($found[2]);
            }
        }
        if (($parts['msgstr'] ?? '') !== '') {
            $texts[$parts['msgid']] = $parts['msgstr'];
        }
    }
    ksort($texts, SORT_STRING);
    $count = count($texts);
    $at = 28 + 16 * $count;
    $tables = ['', ''];
    $strings = '';
    foreach ([array_map(strval(...), array_keys($texts)), array_values($texts)] as $which => $list) {
        foreach ($list as $text) {
            $tables[$which] .= pack('VV', strlen($text), $at + strlen($strings));
            $strings .= "{$text}\0";
        }
    }
    return pack('V7', 0x950412DE, 0, $count, 28, 28 + 8 * $count, 0, $at) . $tables[0] . $tables[1] . $strings;
}
