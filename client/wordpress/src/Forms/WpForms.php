<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

final class WpForms implements ProtectedForm
{
    public function id(): string
    {
        return 'wpforms';
    }

    public function label(): string
    {
        return 'WPForms';
    }

    public function isAvailable(): bool
    {
        return function_exists('wpforms');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_action('wpforms_display_submit_before', fn () => print $captcha->field($this->id()));
        add_filter('wpforms_process_initial_errors', function (mixed $errors, array $form) use ($captcha): mixed {
            $id = $form['id'] ?? 0;
            if (empty($errors[$id])) {
                $refusal = $captcha->refusal($this->id());
                if ($refusal !== null) {
                    $errors[$id]['footer'] = esc_html($refusal);
                }
            }
            return $errors;
        }, 10, 2);
    }
}
