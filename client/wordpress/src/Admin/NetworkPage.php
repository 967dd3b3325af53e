<?php

declare(strict_types=1);

namespace Bollard\WordPress\Admin;

use Bollard\WordPress\Settings;

/** Network Admin → Settings → Bollard: one set of settings for all sites of a network. */
final class NetworkPage
{
    private const SLUG = 'bollard-network';

    public function start(): void
    {
        add_action(
            'network_admin_menu',
            fn () => add_submenu_page(
                'settings.php',
                'Bollard',
                'Bollard',
                'manage_network_options',
                self::SLUG,
                [$this, 'print'],
            ),
        );
        add_action('network_admin_edit_bollard', [$this, 'save']);
    }

    public function print(): void
    {
        if (!current_user_can('manage_network_options')) {
            return;
        }
        echo '<div class="wrap"><h1>Bollard</h1>';
        foreach ($this->takeMessages() as $message) {
            printf('<div class="notice notice-error"><p>%s</p></div>', esc_html($message));
        }
        printf('<form method="post" action="%s">', esc_url(network_admin_url('edit.php?action=bollard')));
        wp_nonce_field('bollard_network');
        SettingsFields::print(Settings::ofNetwork(), true);
        submit_button();
        echo '</form></div>';
    }

    /** `wp-admin/network/edit.php?action=bollard` */
    public function save(): void
    {
        check_admin_referer('bollard_network');
        if (!current_user_can('manage_network_options')) {
            wp_die(esc_html__('You may not do this.', 'bollard'), '', ['response' => 403]);
        }
        $given = isset($_POST['bollard']) ? wp_unslash($_POST['bollard']) : [];
        [$after, $wrong] = Settings::cleaned(is_array($given) ? $given : [], Settings::ofNetwork());
        $messages = array_values(array_map(Messages::ofFault(...), $wrong));
        $after = SettingsPage::withoutDangerous($after, static function (string $message) use (&$messages): void {
            $messages[] = $message;
        });
        update_site_option(Settings::NETWORK_OPTION, $after);
        set_site_transient('bollard_network_messages', $messages, MINUTE_IN_SECONDS);
        wp_safe_redirect(network_admin_url('settings.php?page=' . self::SLUG));
        exit;
    }

    /** @return list<string> */
    private function takeMessages(): array
    {
        $messages = get_site_transient('bollard_network_messages');
        delete_site_transient('bollard_network_messages');
        return is_array($messages) ? $messages : [];
    }
}
