<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/**
 * The classic checkout of WooCommerce (`[woocommerce_checkout]`). Its checkout block sends no form, and is not covered.
 */
final class WooCommerceCheckout implements ProtectedForm
{
    public function id(): string
    {
        return 'woocommerce-checkout';
    }

    public function label(): string
    {
        return __('WooCommerce checkout (classic)', 'bollard');
    }

    public function isAvailable(): bool
    {
        return class_exists('WooCommerce');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        // Not beside the button: WooCommerce replaces that part whenever the total changes, and the widget with it.
        add_action('woocommerce_checkout_after_customer_details', fn () => print $captcha->field($this->id()));
        add_action('woocommerce_after_checkout_validation', function (mixed $_, mixed $errors) use ($captcha): void {
            // A token counts once, so it isn't spent on an order that comes back anyway.
            if ($errors instanceof \WP_Error && !$errors->has_errors()) {
                $captcha->guard($errors, $this->id());
            }
        }, 20, 2);
    }
}
