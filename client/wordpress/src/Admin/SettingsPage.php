<?php

declare(strict_types=1);

namespace Bollard\WordPress\Admin;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Plugin;
use Bollard\WordPress\Settings;

/** Settings → Bollard, for the owner of a site. */
final class SettingsPage
{
    public const SLUG = 'bollard';
    /** Forms that lock people out, the owner among them, if Bollard refuses every token. */
    private const DANGEROUS = ['login'];

    public function __construct(private readonly string $file)
    {
    }

    public function start(): void
    {
        add_action(
            'admin_menu',
            fn () => add_options_page('Bollard', 'Bollard', 'manage_options', self::SLUG, [$this, 'print']),
        );
        add_action(
            'admin_init',
            fn () => register_setting(
                self::SLUG,
                Settings::OPTION,
                ['type' => 'array', 'sanitize_callback' => [$this, 'clean']],
            ),
        );
        add_action('admin_post_bollard_verify_keys', [$this, 'verifyKeys']);
        add_action('admin_notices', [$this, 'printNotices']);
        add_filter('plugin_action_links_' . plugin_basename($this->file), fn (array $links): array => [
            sprintf('<a href="%s">%s</a>', esc_url(self::address()), esc_html__('Settings', 'bollard')),
            ...$links,
        ]);
    }

    /**
     * What is stored of the sent form. Login is protected only with keys that the service accepts, so that nobody locks
     * themselves out.
     *
     * @return array<string, mixed>
     */
    public function clean(mixed $given): array
    {
        [$after, $wrong] = Settings::cleaned(is_array($given) ? $given : [], Settings::ofSite());
        foreach ($wrong as $code) {
            add_settings_error(self::SLUG, $code, esc_html(Messages::ofFault($code)));
        }
        return self::withoutDangerous(
            $after,
            static fn (string $message) => add_settings_error(self::SLUG, 'login-not-protected', $message),
        );
    }

    /**
     * @param array<string, mixed> $after completed
     * @param callable(string): void $say
     * @return array<string, mixed>
     */
    public static function withoutDangerous(array $after, callable $say): array
    {
        if (array_intersect(self::DANGEROUS, $after['forms']) === []) {
            return $after;
        }
        $check = KeyCheck::of(Settings::of($after));
        if ($check->isGood) {
            return $after;
        }
        $say(
            esc_html(
                __(
                    'The login is not protected yet, or you could lock yourself out.',
                    'bollard',
                ) . ' ' . $check->message,
            ),
        );
        return ['forms' => array_values(array_diff($after['forms'], self::DANGEROUS))] + $after;
    }

    public function print(): void
    {
        if (!current_user_can('manage_options')) {
            return;
        }
        echo '<div class="wrap"><h1>Bollard</h1>';
        if (Settings::networkShares()) {
            printf('<p>%s</p>', esc_html__('All sites of this network use the network’s settings.', 'bollard'));
        } else {
            printf('<form method="post" action="%s">', esc_url(admin_url('options.php')));
            settings_fields(self::SLUG);
            SettingsFields::print(Settings::ofSite(), false);
            submit_button();
            echo '</form>';
        }
        $this->printTest();
        echo '</div>';
    }

    /** `admin-post.php?action=bollard_verify_keys` */
    public function verifyKeys(): void
    {
        if (!current_user_can('manage_options')) {
            wp_die(esc_html__('You may not do this.', 'bollard'), '', ['response' => 403]);
        }
        check_admin_referer('bollard_verify_keys');
        $token = isset($_POST['bollard-response']) ? wp_unslash($_POST['bollard-response']) : '';
        $check = KeyCheck::of(Settings::current(), is_string($token) ? $token : '');
        set_transient(
            self::resultKey(),
            ['isGood' => $check->isGood, 'code' => $check->code, 'message' => $check->message],
            MINUTE_IN_SECONDS,
        );
        wp_safe_redirect(self::address());
        exit;
    }

    public function printNotices(): void
    {
        if (!current_user_can('manage_options')) {
            return;
        }
        if (Plugin::isDisabled()) {
            self::notice(
                'warning',
                'disabled',
                __('Bollard protects nothing, because BOLLARD_DISABLE is set in wp-config.php.', 'bollard'),
            );
        } elseif (!Settings::current()->isComplete()) {
            self::notice(
                'warning',
                'incomplete',
                __(
                    'Bollard protects nothing yet. Enter its address and both keys under Settings → Bollard.',
                    'bollard',
                ),
            );
        } elseif ((get_transient(Captcha::LAST_FAILURE)['failure'] ?? null) === 'misconfigured') {
            self::notice(
                'error',
                'misconfigured',
                __(
                    'Bollard did not accept your keys lately, so protected forms were refused. Verify the keys under Settings → Bollard.',
                    'bollard',
                ),
            );
        } elseif (str_starts_with(Settings::current()->siteKey, 'bsk_Test')) {
            self::notice(
                'warning',
                'test-key',
                __('Bollard runs with a test key. Everybody knows it, so it protects nothing.', 'bollard'),
            );
        }
        $result = get_transient(self::resultKey());
        if (is_array($result) && (get_current_screen()->id ?? '') === 'settings_page_' . self::SLUG) {
            delete_transient(self::resultKey());
            self::notice($result['isGood'] ? 'success' : 'error', $result['code'], $result['message']);
            if ($result['isGood']) {
                delete_transient(Captcha::LAST_FAILURE);
            }
        }
    }

    private function printTest(): void
    {
        $settings = Settings::current();
        printf('<h2>%s</h2>', esc_html__('Verify the keys', 'bollard'));
        if (!$settings->isComplete()) {
            printf('<p>%s</p>', esc_html__('Save address and keys first.', 'bollard'));
            return;
        }
        printf(
            '<p>%s</p>',
            esc_html__('Checks the stored keys with Bollard: the widget in your browser, and your server.', 'bollard'),
        );
        printf('<form method="post" action="%s">', esc_url(admin_url('admin-post.php')));
        wp_nonce_field('bollard_verify_keys');
        echo '<input type="hidden" name="action" value="bollard_verify_keys">';
        // It holds nothing back: that it can't get a token is something the owner wants to read here.
        $captcha = new Captcha($settings, plugins_url('', $this->file));
        $captcha->start();
        echo $captcha->field('key-check', ['passive' => 'passive', 'autostart' => 'load']);
        submit_button(__('Verify the keys', 'bollard'), 'secondary');
        echo '</form>';
    }

    private static function notice(string $kind, string $code, string $message): void
    {
        printf(
            '<div class="notice notice-%s" data-bollard="%s"><p>%s</p></div>',
            esc_attr($kind),
            esc_attr($code),
            esc_html($message),
        );
    }

    private static function resultKey(): string
    {
        return 'bollard_keys_' . get_current_user_id();
    }

    private static function address(): string
    {
        return admin_url('options-general.php?page=' . self::SLUG);
    }
}
