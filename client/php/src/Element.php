<?php

declare(strict_types=1);

namespace Bollard;

/** The captcha in a page. */
final class Element
{
    /**
     * The widget with its script.
     *
     * @param string $host address of the Bollard installation
     * @param string $siteKey the captcha's site key, `bsk_…`
     * @param string $name of the field that carries the token
     */
    public static function html(
        string $host,
        string $siteKey,
        ?string $action = null,
        string $name = 'bollard-response',
    ): string {
        $attributes = '';
        foreach (array_filter(['sitekey' => $siteKey, 'action' => $action, 'name' => $name], 'is_string') as $key => $value) {
            $attributes .= " {$key}=\"" . self::escape($value) . '"';
        }
        $source = self::escape(rtrim($host, '/') . '/widget.js');
        return "<script type=\"module\" src=\"{$source}\"></script><bollard-captcha{$attributes}></bollard-captcha>";
    }

    private static function escape(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }
}
