<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/**
 * Logins with a password, wherever they come from: the page of WordPress, forms of themes, WooCommerce, XML-RPC and
 * REST. Otherwise passwords would be tried where nobody looks. Application passwords and cookies are not asked about.
 */
final class LoginForm implements ProtectedForm
{
    private ?\WP_Error $refusal = null;
    /** Of this request; hashed, since a password has no place in a dump. */
    private ?string $attempt = null;
    /** How many application passwords had been accepted before: one XML-RPC request can carry many logins. */
    private int $applicationsBefore = 0;

    public function id(): string
    {
        return 'login';
    }

    public function label(): string
    {
        return __('Login, also of WooCommerce', 'bollard');
    }

    public function isAvailable(): bool
    {
        return true;
    }

    public function protect(Captcha $captcha, Settings $settings): void
    {
        $print = fn () => print $captcha->field($this->id());
        add_action('login_form', $print);
        add_action('woocommerce_login_form', $print);
        add_filter('login_form_middle', fn (mixed $html): string => $html . $captcha->field($this->id()));

        // First, so that no other check acts on a password that nobody may try, such as one that sends a code by mail.
        add_filter('authenticate', function (
            mixed $user,
            mixed $name,
            mixed $password,
        ) use ($captcha, $settings): mixed {
            $this->applicationsBefore = did_action('application_password_did_authenticate');
            $isAttempt = is_string($password) && $password !== '';
            $this->refusal = $isAttempt ? $this->refusalOf($captcha, $settings, "{$name}\0{$password}") : null;
            return $this->refusal ?? $user;
        }, 1, 3);
        // And last: WordPress looks at the password in spite of an error, and anybody who guessed it would be in.
        add_filter('authenticate', function (mixed $user): mixed {
            $isApplication = did_action('application_password_did_authenticate') > $this->applicationsBefore;
            return $this->refusal !== null && !$isApplication ? $this->refusal : $user;
        }, PHP_INT_MAX);
    }

    private function refusalOf(Captcha $captcha, Settings $settings, string $attempt): ?\WP_Error
    {
        if (defined('WP_CLI') && WP_CLI) {
            return null;
        }
        $isApi = (defined('XMLRPC_REQUEST') && XMLRPC_REQUEST) || (defined('REST_REQUEST') && REST_REQUEST);
        if ($isApi) {
            return $settings->allowApiPasswords ? null : new \WP_Error(
                'bollard_application_password_required',
                __(
                    'Log in here with an application password. This site accepts account passwords in its login form only.',
                    'bollard',
                ),
                ['status' => 403],
            );
        }
        // A token is good for one attempt: an endpoint that takes many logins in a request would try many with it.
        $this->attempt ??= hash('sha256', $attempt);
        $isFirst = hash_equals($this->attempt, hash('sha256', $attempt));
        $refusal = $captcha->refusal($this->id(), $isFirst ? null : '');
        return $refusal === null ? null : new \WP_Error('bollard_refused', esc_html($refusal), ['status' => 403]);
    }
}
