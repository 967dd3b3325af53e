<?php

declare(strict_types=1);

namespace Bollard\Typo3\ViewHelpers;

use Bollard\Typo3\Settings;
use TYPO3\CMS\Core\Page\AssetCollector;
use TYPO3\CMS\Extbase\Utility\LocalizationUtility;
use TYPO3Fluid\Fluid\Core\ViewHelper\AbstractViewHelper;

/** `<bollard:field action="login" />`: the widget. */
final class FieldViewHelper extends AbstractViewHelper
{
    protected $escapeOutput = false;

    public function __construct(private readonly AssetCollector $assets)
    {
    }

    public function initializeArguments(): void
    {
        $this->registerArgument(
            'action',
            'string',
            'What the form is for; a token of one form doesn’t pass another',
            true,
        );
    }

    public function render(): string
    {
        $settings = Settings::current();
        $this->assets->addJavaScript(
            'bollard',
            "{$settings->host}/widget.js",
            ['type' => 'module'],
            ['external' => true],
        );
        $attributes = array_filter([
            'sitekey' => $settings->siteKey,
            'action' => (string) $this->arguments['action'],
            'theme' => $settings->theme,
            'size' => 'flexible',
            'failover' => $settings->failPolicy === 'closed' ? '' : 'failover',
        ]);
        $written = '';
        foreach ($attributes as $name => $value) {
            $written .= sprintf(' %s="%s"', $name, htmlspecialchars($value, ENT_QUOTES));
        }
        $hint = htmlspecialchars((string) LocalizationUtility::translate('noscript', 'bollard'), ENT_QUOTES);
        return "<bollard-captcha{$written}><noscript>{$hint}</noscript></bollard-captcha>";
    }
}
