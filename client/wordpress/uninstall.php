<?php

// Leaves nothing behind: WordPress calls this when somebody deletes the plugin.
declare(strict_types=1);

defined('WP_UNINSTALL_PLUGIN') || exit;

$forget = static function (): void {
    global $wpdb;
    delete_option('bollard');
    // Also the results of key checks, one for each administrator who asked.
    $wpdb->query($wpdb->prepare(
        "DELETE FROM {$wpdb->options} WHERE option_name LIKE %s OR option_name LIKE %s",
        $wpdb->esc_like('_transient_bollard_') . '%',
        $wpdb->esc_like('_transient_timeout_bollard_') . '%',
    ));
};
if (is_multisite()) {
    foreach (get_sites(['fields' => 'ids', 'number' => 0]) as $site) {
        switch_to_blog((int) $site);
        $forget();
        restore_current_blog();
    }
    delete_site_option('bollard_network');
    delete_site_transient('bollard_network_messages');
} else {
    $forget();
}
wp_cache_flush();
