<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

final class FormidableForms implements ProtectedForm
{
    public function id(): string
    {
        return 'formidable-forms';
    }

    public function label(): string
    {
        return 'Formidable Forms';
    }

    public function isAvailable(): bool
    {
        return class_exists('FrmAppHelper');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_filter('frm_submit_button_html', fn (mixed $button): string => $captcha->field($this->id()) . $button);
        // After all other errors are known, and on sending only: pages before the last, and the check as one types,
        // spend no token.
        add_filter('frm_entries_before_create', function (mixed $errors) use ($captcha): mixed {
            $refusal = empty($errors) ? $captcha->refusal($this->id()) : null;
            return $refusal === null ? $errors : array_merge((array) $errors, ['bollard' => esc_html($refusal)]);
        }, 20);
    }
}
