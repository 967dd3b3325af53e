<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

final class GravityForms implements ProtectedForm
{
    private ?string $refusal = null;

    public function id(): string
    {
        return 'gravity-forms';
    }

    public function label(): string
    {
        return 'Gravity Forms';
    }

    public function isAvailable(): bool
    {
        return class_exists('GFForms');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_filter('gform_submit_button', fn (mixed $button): string => $captcha->field($this->id()) . $button, 20);
        add_filter('gform_validation', function (array $result) use ($captcha): array {
            $isSent = $result['is_valid'] && $this->isLastPage($result['form']);
            $this->refusal = $isSent ? $captcha->refusal($this->id()) : null;
            $result['is_valid'] = $result['is_valid'] && $this->refusal === null;
            return $result;
        }, 20);
        add_filter('gform_validation_message', fn (mixed $message): mixed => $this->refusal === null
            ? $message
            : '<h2 class="gform_submission_error">' . esc_html($this->refusal) . '</h2>');
    }

    /** Of several pages only the last has the button, and only it stores something: its target is page 0. */
    private function isLastPage(array $form): bool
    {
        $target = $_POST['gform_target_page_number_' . ($form['id'] ?? '')] ?? 0;
        return !is_numeric($target) || (int) $target === 0;
    }
}
