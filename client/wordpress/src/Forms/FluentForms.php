<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

final class FluentForms implements ProtectedForm
{
    public function id(): string
    {
        return 'fluent-forms';
    }

    public function label(): string
    {
        return 'Fluent Forms';
    }

    public function isAvailable(): bool
    {
        return defined('FLUENTFORM');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_action('fluentform/render_item_submit_button', fn () => print $captcha->field($this->id()), 9);
        add_filter('fluentform/validation_errors', function (mixed $errors) use ($captcha): mixed {
            $refusal = empty($errors) ? $captcha->refusal($this->id(), self::token()) : null;
            return $refusal === null ? $errors : array_merge((array) $errors, ['bollard' => [esc_html($refusal)]]);
        }, 20);
    }

    /** Fluent Forms sends the whole form as one field, and its filters see only fields that it knows. */
    private static function token(): string
    {
        $sent = isset($_POST['data']) ? wp_unslash($_POST['data']) : '';
        parse_str(is_string($sent) ? $sent : '', $fields);
        return is_string($fields['bollard-response'] ?? null) ? $fields['bollard-response'] : '';
    }
}
