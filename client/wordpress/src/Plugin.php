<?php

declare(strict_types=1);

namespace Bollard\WordPress;

use Bollard\WordPress\Admin\NetworkPage;
use Bollard\WordPress\Admin\PrivacyText;
use Bollard\WordPress\Admin\SettingsPage;
use Bollard\WordPress\Forms\Forms;

/** What is hooked into WordPress, and when. */
final class Plugin
{
    public const VERSION = '0.1.0';

    public function __construct(private readonly string $file)
    {
    }

    public function start(): void
    {
        // One translation serves all who read German, formal or not, wherever they live.
        add_filter(
            'plugin_locale',
            fn (
                string $locale,
                string $domain,
            ): string => $domain === 'bollard' && str_starts_with($locale, 'de') ? 'de_DE' : $locale,
            10,
            2,
        );
        add_action(
            'init',
            fn () => load_plugin_textdomain('bollard', false, dirname(plugin_basename($this->file)) . '/languages'),
        );
        // Form plugins that load after this one can be asked about from here on.
        add_action('plugins_loaded', [$this, 'protect']);
        if (is_admin()) {
            (new SettingsPage($this->file))->start();
            (new NetworkPage())->start();
            (new PrivacyText())->start();
        }
        if (defined('WP_CLI') && WP_CLI) {
            \WP_CLI::add_command('bollard', Command::class);
        }
    }

    /** Protects the chosen forms. Does nothing where keys are missing, so that a new installation locks nobody out. */
    public function protect(): void
    {
        $settings = Settings::current();
        if (self::isDisabled() || !$settings->isComplete()) {
            return;
        }
        $captcha = new Captcha($settings, plugins_url('', $this->file));
        $captcha->start();
        foreach (Forms::available() as $form) {
            if (in_array($form->id(), $settings->forms, true)) {
                $form->protect($captcha, $settings);
            }
        }
    }

    /** The way back in: `define('BOLLARD_DISABLE', true);` in wp-config.php. */
    public static function isDisabled(): bool
    {
        return defined('BOLLARD_DISABLE') && BOLLARD_DISABLE;
    }
}
