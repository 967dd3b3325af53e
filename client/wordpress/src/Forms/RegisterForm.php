<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/** Registrations: the form of WordPress, the one of a network, and that of WooCommerce's account page. */
final class RegisterForm implements ProtectedForm
{
    public function id(): string
    {
        return 'register';
    }

    public function label(): string
    {
        return __('Registration, also of WooCommerce and of a network', 'bollard');
    }

    public function isAvailable(): bool
    {
        return true;
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        $print = fn () => print $captcha->field($this->id());
        foreach (['register_form', 'woocommerce_register_form', 'signup_extra_fields', 'signup_blogform'] as $place) {
            add_action($place, $print);
        }
        $check = function (mixed $errors) use ($captcha): mixed {
            if ($errors instanceof \WP_Error) {
                $captcha->guard($errors, $this->id());
            }
            return $errors;
        };
        add_filter('registration_errors', $check, 99);
        add_filter('woocommerce_process_registration_errors', $check, 99);
        add_filter('wpmu_validate_user_signup', function (array $result) use ($captcha): array {
            // Both steps of wp-signup.php come here; without the second anybody could begin with it. The dashboard's
            // form has no step.
            $refusal = isset($_POST['stage']) && !is_admin() ? $captcha->refusal($this->id()) : null;
            if ($refusal !== null) {
                $result['errors'] = new \WP_Error('generic', esc_html($refusal));
            }
            return $result;
        }, 99);
    }
}
