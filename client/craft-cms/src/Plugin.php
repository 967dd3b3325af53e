<?php

declare(strict_types=1);

namespace Bollard\Craft;

use Bollard\Craft\captchas\BollardCaptcha;
use Craft;
use craft\base\Model;
use craft\base\Plugin as BasePlugin;
use craft\controllers\UsersController;
use craft\web\twig\variables\CraftVariable;
use verbb\formie\services\Integrations;
use yii\base\ActionEvent;
use yii\base\Controller;
use yii\base\Event;

/**
 * @method Settings getSettings()
 * @property-read Captcha $captcha
 */
final class Plugin extends BasePlugin
{
    public bool $hasCpSettings = true;

    /** @return array<string, mixed> */
    public static function config(): array
    {
        return ['components' => ['captcha' => Captcha::class]];
    }

    public function init(): void
    {
        parent::init();
        // craft.bollard.field('contact') in templates.
        Event::on(
            CraftVariable::class,
            CraftVariable::EVENT_INIT,
            fn (Event $event) => $event->sender->set('bollard', $this->captcha),
        );
        if (class_exists(Integrations::class)) {
            Event::on(Integrations::class, Integrations::EVENT_REGISTER_INTEGRATIONS, function (object $event): void {
                $event->captchas[] = BollardCaptcha::class;
            });
        }
        Event::on(UsersController::class, Controller::EVENT_BEFORE_ACTION, function (ActionEvent $event): void {
            $forms = new UserForms($this->captcha, $this->getSettings());
            $event->isValid = $event->isValid && $forms->mayRun($event->action->id);
        });
    }

    protected function createSettingsModel(): ?Model
    {
        return new Settings();
    }

    protected function settingsHtml(): ?string
    {
        return Craft::$app->getView()->renderTemplate('bollard/settings', ['settings' => $this->getSettings()]);
    }
}
