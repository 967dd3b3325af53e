<?php

declare(strict_types=1);

namespace Bollard\Craft\captchas;

use Bollard\Craft\Plugin;
use verbb\formie\base\Captcha;
use verbb\formie\elements\Form;
use verbb\formie\elements\Submission;

/** Bollard among the captchas of Formie. */
final class BollardCaptcha extends Captcha
{
    public ?string $handle = 'bollard';

    public function getName(): string
    {
        return 'Bollard';
    }

    public function getDescription(): string
    {
        return 'Checks visitors with your own Bollard. Its keys are in the settings of the plugin Bollard.';
    }

    /** @param mixed $page of a form with several; only the last one is sent with a token */
    public function getFrontEndHtml(Form $form, $page = null): string
    {
        return (string) Plugin::getInstance()->captcha->field(self::actionOf($form));
    }

    public function validateSubmission(Submission $submission): bool
    {
        $refusal = Plugin::getInstance()->captcha->refusal(self::actionOf($submission->getForm()));
        $this->spamReason = $refusal ?? '';
        return $refusal === null;
    }

    private static function actionOf(Form $form): string
    {
        return 'formie-' . substr((string) preg_replace('/[^\w-]/', '-', $form->handle), 0, 40);
    }
}
