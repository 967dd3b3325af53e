<?php

// What a web server's rewrite rules do for WordPress: files as they are, sites of a network by their first path, everything else to index.php.
$root = $_SERVER['DOCUMENT_ROOT'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$own = preg_replace('#^/[_0-9a-zA-Z-]+/(wp-(?:content|admin|includes|login\.php|signup\.php|comments-post\.php).*)#', '/$1', $path);
$file = realpath($root . $own);
if ($file !== false && is_dir($file)) {
    $file = realpath("{$file}/index.php");
}
if ($file === false || !is_file($file)) {
    $file = "{$root}/index.php";
} elseif (!str_ends_with($file, '.php')) {
    if ($own === $path) {
        return false;
    }
    header('Content-Type: ' . (['css' => 'text/css', 'js' => 'text/javascript'][pathinfo($file, PATHINFO_EXTENSION)] ?? 'application/octet-stream'));
    readfile($file);
    return true;
}
$_SERVER['SCRIPT_FILENAME'] = $file;
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = str_starts_with($path, substr($file, strlen($root))) || $own === $path ? substr($file, strlen($root)) : $path;
chdir(dirname($file));
require $file;
