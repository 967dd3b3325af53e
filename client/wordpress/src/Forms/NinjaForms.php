<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/** Ninja Forms sends no form but a request of its own script, so a script of ours puts the token into it. */
final class NinjaForms implements ProtectedForm
{
    public function id(): string
    {
        return 'ninja-forms';
    }

    public function label(): string
    {
        return 'Ninja Forms';
    }

    public function isAvailable(): bool
    {
        return class_exists('Ninja_Forms');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_action('ninja_forms_after_form_display', function () use ($captcha): void {
            $captcha->enqueueOwn('ninja-forms');
            // Nobody presses a button that the widget could hold back: it starts with the page.
            print $captcha->field($this->id(), ['autostart' => 'load', 'passive' => 'passive']);
        });
        add_filter('ninja_forms_submit_data', function (array $data) use ($captcha): array {
            $refusal = empty($data['errors']) ? $captcha->refusal($this->id()) : null;
            if ($refusal !== null) {
                $data['errors']['form']['bollard'] = esc_html($refusal);
            }
            return $data;
        });
    }
}
