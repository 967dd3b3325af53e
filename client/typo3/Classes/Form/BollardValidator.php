<?php

declare(strict_types=1);

namespace Bollard\Typo3\Form;

use Bollard\Typo3\Check;
use TYPO3\CMS\Extbase\Validation\Validator\AbstractValidator;

/** Validator of the form element. The token is no value of the form, so that it is stored nowhere. */
final class BollardValidator extends AbstractValidator
{
    /** Without this an empty value would be valid before anybody looked. */
    protected $acceptsEmptyValues = false;

    protected $supportedOptions = ['action' => ['', 'What the form is for; by default its identifier', 'string']];

    protected function isValid(mixed $value): void
    {
        $request = $GLOBALS['TYPO3_REQUEST'] ?? null;
        $refusal = Check::refusal(
            $request,
            $this->options['action'] !== '' ? $this->options['action'] : self::formOf($request),
        );
        if ($refusal !== null) {
            $this->addError(
                (string) $this->translateErrorMessage(
                    "LLL:EXT:bollard/Resources/Private/Language/locallang.xlf:{$refusal}",
                    'bollard',
                ),
                1_764_180_000,
            );
        }
    }

    /** The identifier of the form that was sent: EXT:form sends its fields below it. */
    private static function formOf(mixed $request): string
    {
        $sent = $request?->getParsedBody()['tx_form_formframework'] ?? null;
        return is_array($sent) ? (string) (array_key_first(array_filter($sent, is_array(...))) ?? '') : '';
    }
}
