<?php

declare(strict_types=1);

namespace Bollard\Craft;

use Bollard\Verdict;
use Craft;
use craft\helpers\Html;
use craft\helpers\Template;
use Twig\Markup;
use yii\base\Component;

/** The widget in a template, and the check of what it sent. */
final class Captcha extends Component
{
    /** @var array<string, Verdict> of this request: a token counts once, and events come twice */
    private array $verdicts = [];

    /** The widget: `{{ craft.bollard.field('contact') }}` */
    public function field(string $action): Markup
    {
        $settings = $this->settings();
        $script = Html::tag(
            'script',
            '',
            ['type' => 'module', 'src' => rtrim($settings->value('host'), '/') . '/widget.js'],
        );
        $hint = Html::tag(
            'noscript',
            Html::encode(Craft::t('bollard', 'Please turn on JavaScript. This form checks that you are a person.')),
        );
        return Template::raw($script . Html::tag('bollard-captcha', $hint, [
            'sitekey' => $settings->value('siteKey'),
            'action' => $action,
            'theme' => $settings->theme === '' ? null : $settings->theme,
            'size' => 'flexible',
            'failover' => $settings->failPolicy !== 'closed',
        ]));
    }

    /**
     * Why the visitor who sent this request can't be let through, in words for the visitor; null when the form may be
     * accepted.
     *
     * @param string $action what the widget of the form said it is for
     * @throws \Bollard\ConfigurationError where the plugin isn't set up
     */
    public function refusal(string $action): ?string
    {
        $token = Craft::$app->getRequest()->getBodyParam('bollard-response');
        $key = $action . ' ' . (is_string($token) ? $token : '');
        $verdict = $this->verdicts[$key] ??= $this->settings()->client()->verify($token, null, $action);
        if ($verdict->failure !== null) {
            Craft::warning("No verdict about a visitor: {$verdict->failure}", 'bollard');
        }
        return $verdict->passed ? null : Craft::t('bollard', match (true) {
            $verdict->failure !== null => 'The check is not available at the moment. Please try again in a minute.',
            in_array(
                'missing-input-response',
                $verdict->codes,
                true,
            ) => 'The form was sent without its check. Please wait until the check is done, then send the form again.',
            in_array(
                'timeout-or-duplicate',
                $verdict->codes,
                true,
            ) => 'The check has expired. Please send the form again.',
            default => 'We could not confirm that you are a person. Please try again.',
        });
    }

    private function settings(): Settings
    {
        return Plugin::getInstance()->getSettings();
    }
}
