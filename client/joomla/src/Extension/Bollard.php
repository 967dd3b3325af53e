<?php

declare(strict_types=1);

namespace Bollard\Joomla\Extension;

use Bollard\Bollard as Client;
use Bollard\ConfigurationError;
use Joomla\CMS\Language\Text;
use Joomla\CMS\Plugin\CMSPlugin;

defined('_JEXEC') || exit;

/**
 * The captcha that Joomla's forms ask for: contact, registration, password and username reminders, and forms of
 * extensions.
 */
final class Bollard extends CMSPlugin
{
    protected $autoloadLanguage = true;

    /** Joomla asks before it shows a captcha. Without keys there is none to show. */
    public function onInit(string $id = ''): bool
    {
        $host = $this->setting('host');
        if ($host === '' || $this->setting('site_key') === '') {
            throw new \RuntimeException(Text::_('PLG_CAPTCHA_BOLLARD_INCOMPLETE'));
        }
        $assets = $this->getApplication()->getDocument()->getWebAssetManager();
        $assets->registerAndUseScript(
            'plg_captcha_bollard',
            rtrim($host, '/') . '/widget.js',
            ['version' => false],
            ['type' => 'module'],
        );
        return true;
    }

    /** The widget; the form's own field gets the token. */
    public function onDisplay(?string $name = null, ?string $id = '', ?string $class = ''): string
    {
        $attributes = array_filter([
            'id' => (string) $id,
            'class' => (string) $class,
            'name' => (string) $name === '' ? 'bollard-response' : (string) $name,
            'sitekey' => $this->setting('site_key'),
            'theme' => $this->setting('theme'),
            'size' => 'flexible',
            'failover' => $this->setting('fail_policy') === 'closed' ? '' : 'failover',
        ]);
        $written = '';
        foreach ($attributes as $attribute => $value) {
            $written .= sprintf(' %s="%s"', $attribute, htmlspecialchars($value, ENT_QUOTES));
        }
        return sprintf(
            '<bollard-captcha%s><noscript>%s</noscript></bollard-captcha>',
            $written,
            Text::_('PLG_CAPTCHA_BOLLARD_NOSCRIPT'),
        );
    }

    /**
     * Whether the visitor passed.
     *
     * @param mixed $code the captcha's field as it came; extensions that don't hand it over leave null
     * @throws \RuntimeException with the reason, which Joomla shows to the visitor
     */
    public function onCheckAnswer(mixed $code = null): bool
    {
        $token = $code ?? $this->getApplication()->getInput()->post->get('bollard-response', null, 'raw');
        try {
            $client = new Client(
                $this->setting('secret_key'),
                $this->setting('host'),
                $this->setting('site_key'),
                failPolicy: $this->setting('fail_policy'),
            );
        } catch (ConfigurationError) {
            throw new \RuntimeException(Text::_('PLG_CAPTCHA_BOLLARD_INCOMPLETE'));
        }
        $verdict = $client->verify($token);
        if ($verdict->passed) {
            return true;
        }
        throw new \RuntimeException(Text::_(match (true) {
            $verdict->failure !== null => 'PLG_CAPTCHA_BOLLARD_UNAVAILABLE',
            in_array('missing-input-response', $verdict->codes, true) => 'PLG_CAPTCHA_BOLLARD_MISSING',
            in_array('timeout-or-duplicate', $verdict->codes, true) => 'PLG_CAPTCHA_BOLLARD_EXPIRED',
            default => 'PLG_CAPTCHA_BOLLARD_REFUSED',
        }));
    }

    private function setting(string $name): string
    {
        return trim((string) $this->params->get($name, $name === 'fail_policy' ? 'recorded-outage' : ''));
    }
}
