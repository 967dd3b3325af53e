<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

final class Forminator implements ProtectedForm
{
    public function id(): string
    {
        return 'forminator';
    }

    public function label(): string
    {
        return 'Forminator';
    }

    public function isAvailable(): bool
    {
        return class_exists('Forminator');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_filter('forminator_render_button_markup', fn (mixed $html): string => $captcha->field($this->id()) . $html);
        add_filter('forminator_cform_form_is_submittable', function (mixed $may) use ($captcha): mixed {
            // Asked too when the form is shown.
            if (!is_array($may) || empty($may['can_submit']) || !isset($_POST['form_id'])) {
                return $may;
            }
            $refusal = $captcha->refusal($this->id());
            return $refusal === null ? $may : ['can_submit' => false, 'error' => esc_html($refusal)];
        });
    }
}
