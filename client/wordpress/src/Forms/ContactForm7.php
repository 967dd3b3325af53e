<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/** Contact Form 7. The widget stands where the form has `[bollard]`, or before its button. */
final class ContactForm7 implements ProtectedForm
{
    private ?string $refusal = null;

    public function id(): string
    {
        return 'contact-form-7';
    }

    public function label(): string
    {
        return 'Contact Form 7';
    }

    public function isAvailable(): bool
    {
        return defined('WPCF7_VERSION');
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        add_action(
            'wpcf7_init',
            fn () => wpcf7_add_form_tag(
                'bollard',
                fn (): string => $captcha->field($this->id()),
                ['display-block' => true],
            ),
        );
        add_filter('wpcf7_form_elements', function (string $html) use ($captcha): string {
            if (str_contains($html, '<bollard-captcha')) {
                return $html;
            }
            $button = '/<(?:input|button)\b[^>]*\btype=["\']?submit\b/i';
            $hasButton = preg_match($button, $html, $found, PREG_OFFSET_CAPTURE) === 1;
            $at = $hasButton ? $found[0][1] : strlen($html);
            return substr($html, 0, $at) . $captcha->field($this->id()) . substr($html, $at);
        });
        add_filter('wpcf7_spam', function (mixed $isSpam, mixed $submission = null) use ($captcha): mixed {
            $this->refusal = $isSpam ? null : $captcha->refusal($this->id());
            if ($this->refusal !== null && is_object($submission) && method_exists($submission, 'add_spam_log')) {
                $submission->add_spam_log(['agent' => 'bollard', 'reason' => $this->refusal]);
            }
            return $isSpam || $this->refusal !== null;
        }, 9, 2);
        add_filter('wpcf7_display_message', function (mixed $message, mixed $status = ''): mixed {
            return $status === 'spam' ? $this->refusal ?? $message : $message;
        }, 10, 2);
    }
}
