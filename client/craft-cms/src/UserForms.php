<?php

declare(strict_types=1);

namespace Bollard\Craft;

use Craft;
use yii\web\ForbiddenHttpException;

/**
 * Craft's own actions for people who are not signed in, as templates of the site call them. The control panel is left
 * alone.
 */
final class UserForms
{
    public function __construct(private readonly Captcha $captcha, private readonly Settings $settings)
    {
    }

    /**
     * Whether an action of Craft's users controller may run.
     *
     * @throws ForbiddenHttpException with words for the visitor, if not
     */
    public function mayRun(string $action): bool
    {
        $request = Craft::$app->getRequest();
        $wanted = match ($action) {
            'login' => $this->settings->protectLogin ? 'login' : null,
            // Signed in, it changes a profile.
            'save-user' => $this->settings->protectRegistration && Craft::$app->getUser()->getIsGuest() ? 'register' : null,
            'send-password-reset-email' => $this->settings->protectLostPassword ? 'lost-password' : null,
            default => null,
        };
        if ($wanted === null || !$request->getIsSiteRequest() || !$request->getIsPost()) {
            return true;
        }
        $refusal = $this->captcha->refusal($wanted);
        if ($refusal !== null) {
            throw new ForbiddenHttpException($refusal);
        }
        return true;
    }
}
