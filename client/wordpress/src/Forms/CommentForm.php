<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/** Comments, and the reviews of WooCommerce, which are comments. */
final class CommentForm implements ProtectedForm
{
    public function id(): string
    {
        return 'comment';
    }

    public function label(): string
    {
        return __('Comments', 'bollard');
    }

    public function isAvailable(): bool
    {
        return true;
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        $isSpared = static fn (): bool => is_user_logged_in()
            // The dashboard's own replies have no widget.
            && ($settings->skipLoggedIn || (is_admin() && current_user_can('edit_posts')));
        add_filter(
            'comment_form_submit_field',
            fn (string $field): string => $isSpared() ? $field : $captcha->field($this->id()) . $field,
        );
        // Before WordPress stores anything, on every way a comment can come: form, XML-RPC and REST.
        add_filter('pre_comment_approved', function (mixed $approved, array $comment) use ($captcha, $isSpared): mixed {
            $isPing = in_array($comment['comment_type'] ?? '', ['pingback', 'trackback'], true);
            if (is_wp_error($approved) || $isPing || $isSpared() || (defined('WP_CLI') && WP_CLI)) {
                return $approved;
            }
            $refusal = $captcha->refusal($this->id());
            return $refusal === null ? $approved : new \WP_Error('bollard_refused', esc_html($refusal), 403);
        }, 20, 2);
    }
}
