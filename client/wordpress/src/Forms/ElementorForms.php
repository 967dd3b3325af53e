<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/** The form widget of Elementor Pro. */
final class ElementorForms implements ProtectedForm
{
    public function id(): string
    {
        return 'elementor-forms';
    }

    public function label(): string
    {
        return 'Elementor Pro';
    }

    public function isAvailable(): bool
    {
        return defined('ELEMENTOR_PRO_VERSION');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_filter('elementor/widget/render_content', function (mixed $html, object $widget) use ($captcha): mixed {
            if ($widget->get_name() !== 'form' || !is_string($html)) {
                return $html;
            }
            $group = '<div class="elementor-field-group elementor-column elementor-col-100">' . $captcha->field($this->id()) . '</div>';
            // Before the group with the button; where a version writes that otherwise, at the end of the form.
            $at = preg_match(
                '/<div\b[^>]*\belementor-field-type-submit\b/',
                $html,
                $found,
                PREG_OFFSET_CAPTURE,
            ) === 1 ? $found[0][1] : strrpos($html, '</form>');
            return $at === false ? $html : substr($html, 0, $at) . $group . substr($html, $at);
        }, 10, 2);
        add_action('elementor_pro/forms/validation', function (object $_, object $handler) use ($captcha): void {
            $refusal = empty($handler->errors) ? $captcha->refusal($this->id()) : null;
            if ($refusal !== null) {
                // The message is shown above the form; the error keeps it from being accepted.
                $handler->add_error_message(esc_html($refusal));
                $handler->add_error('bollard', esc_html($refusal));
            }
        }, 20, 2);
    }
}
