<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/** Requests for a new password, which send a mail to somebody. */
final class LostPasswordForm implements ProtectedForm
{
    public function id(): string
    {
        return 'lost-password';
    }

    public function label(): string
    {
        return __('Lost password, also of WooCommerce', 'bollard');
    }

    public function isAvailable(): bool
    {
        return true;
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        $print = fn () => print $captcha->field($this->id());
        add_action('lostpassword_form', $print);
        add_action('woocommerce_lostpassword_form', $print);
        add_action('lostpassword_post', function (mixed $errors) use ($captcha): void {
            // The dashboard sends these mails too, from a list of users and by WP-CLI.
            $isOperator = (is_admin() && current_user_can('edit_users')) || (defined('WP_CLI') && WP_CLI);
            if (!$isOperator && $errors instanceof \WP_Error) {
                $captcha->guard($errors, $this->id());
            }
        }, 99);
    }
}
