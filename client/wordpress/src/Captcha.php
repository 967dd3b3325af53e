<?php

declare(strict_types=1);

namespace Bollard\WordPress;

use Bollard\Bollard;
use Bollard\Verdict;

/** The widget in a form, and the check of what it sent. */
final class Captcha
{
    private const SCRIPT = 'bollard-widget';
    /** Why there was no verdict, when that happened last; for the settings page and WP-CLI. */
    public const LAST_FAILURE = 'bollard_last_failure';

    private ?Bollard $client = null;
    /** @var array<string, Verdict> of this request: plugins ask twice about a token that counts once */
    private array $verdicts = [];

    /** @param string $assets address of the plugin's folder */
    public function __construct(private readonly Settings $settings, private readonly string $assets)
    {
    }

    public function start(): void
    {
        add_filter('script_loader_tag', [$this, 'asModule'], 10, 2);
        // For forms of your own: see examples/own-form.php.
        add_shortcode(
            'bollard',
            fn (mixed $given): string => $this->field(
                sanitize_key(shortcode_atts(['action' => 'form'], $given)['action']),
            ),
        );
        add_filter('bollard_refusal', fn (mixed $_, string $action): ?string => $this->refusal($action), 10, 2);
    }

    /**
     * The widget, for a form's HTML.
     *
     * @param string $action what the form is for; a token of one form doesn't pass another
     * @param array<string, string> $more attributes of the element
     */
    public function field(string $action, array $more = []): string
    {
        $this->enqueue();
        $attributes = array_filter([
            'sitekey' => $this->settings->siteKey,
            'action' => $action,
            'theme' => $this->settings->theme,
            'size' => 'flexible',
            // Lets the widget say that it couldn't reach Bollard; what that is worth, the fail policy decides here.
            'failover' => $this->settings->failPolicy === 'closed' ? '' : 'failover',
        ], static fn (string $value): bool => $value !== '') + $more;
        $written = '';
        foreach ($attributes as $name => $value) {
            $written .= sprintf(' %s="%s"', $name, esc_attr($value));
        }
        $hint = esc_html__('Please turn on JavaScript. This form checks that you are a person.', 'bollard');
        $widget = "<bollard-captcha{$written}><noscript>{$hint}</noscript></bollard-captcha>";
        return "<div class=\"bollard-field\" style=\"margin-block:1em\">{$widget}</div>";
    }

    /** Loads what a page with the widget needs. Forms that open later have it loaded with the page. */
    public function enqueue(): void
    {
        // Without a version: the file has one of its own, and an address with a query would be another release.
        wp_enqueue_script(self::SCRIPT, $this->settings->host . '/widget.js', [], null, true);
    }

    /** Loads a script of this plugin, which helps a form that sends itself in an unusual way. */
    public function enqueueOwn(string $name): void
    {
        wp_enqueue_script("bollard-{$name}", "{$this->assets}/assets/{$name}.js", ['jquery'], Plugin::VERSION, true);
    }

    /** WordPress 6.1 prints classic scripts only, and the widget is a module. */
    public function asModule(string $tag, string $handle): string
    {
        if ($handle !== self::SCRIPT) {
            return $tag;
        }
        $plain = preg_replace('/ type=(["\']).*?\1/', '', $tag) ?? $tag;
        return str_replace('<script ', '<script type="module" ', $plain);
    }

    /**
     * Why the visitor who sent the form can't be let through, in words for the visitor; null when the form may be
     * accepted.
     *
     * @param mixed $token null: the request's field `bollard-response`
     */
    public function refusal(string $action, mixed $token = null): ?string
    {
        // WordPress adds slashes to everything that was sent.
        $sent = $token ?? (isset($_POST['bollard-response']) ? wp_unslash($_POST['bollard-response']) : null);
        $verdict = $this->verdict($action, $sent);
        return $verdict->passed ? null : self::messageFor($verdict);
    }

    /**
     * Puts a refusal into a form's errors, in place of all others: they would tell programs which accounts exist.
     */
    public function guard(\WP_Error $errors, string $action): void
    {
        $refusal = $this->refusal($action);
        if ($refusal !== null) {
            array_map($errors->remove(...), $errors->get_error_codes());
            $errors->add('bollard_refused', esc_html($refusal));
        }
    }

    private function verdict(string $action, mixed $token): Verdict
    {
        $key = $action . ' ' . (is_string($token) ? $token : '');
        if (!isset($this->verdicts[$key])) {
            /** The visitor's address, if this server knows it for sure: behind a proxy it sees the proxy. */
            $address = apply_filters('bollard_remote_ip', '');
            $this->client ??= $this->settings->client();
            $this->verdicts[$key] = $this->client->verify($token, is_string($address) ? $address : '', $action);
            $this->note($action, $this->verdicts[$key]);
        }
        return $this->verdicts[$key];
    }

    private function note(string $action, Verdict $verdict): void
    {
        /** For logs of your own, and for accepting what was let through unchecked into moderation. */
        do_action('bollard_verdict', $verdict, $action);
        if ($verdict->failure !== null) {
            set_transient(self::LAST_FAILURE, ['failure' => $verdict->failure, 'at' => time()], WEEK_IN_SECONDS);
        }
    }

    private static function messageFor(Verdict $verdict): string
    {
        return match (true) {
            $verdict->failure !== null => __(
                'The check is not available at the moment. Please try again in a minute.',
                'bollard',
            ),
            in_array('missing-input-response', $verdict->codes, true) => __(
                'The form was sent without its check. Please wait until the check is done, then send the form again.',
                'bollard',
            ),
            in_array('timeout-or-duplicate', $verdict->codes, true) => __(
                'The check has expired. Please send the form again.',
                'bollard',
            ),
            default => __('We could not confirm that you are a person. Please try again.', 'bollard'),
        };
    }
}
