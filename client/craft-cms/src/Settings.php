<?php

declare(strict_types=1);

namespace Bollard\Craft;

use Bollard\Bollard;
use Bollard\ConfigurationError;
use craft\base\Model;
use craft\helpers\App;

/** Texts may name environment variables: `$BOLLARD_SECRET_KEY`. */
final class Settings extends Model
{
    public string $host = '';
    public string $siteKey = '';
    public string $secretKey = '';
    public string $failPolicy = 'recorded-outage';
    public string $theme = '';
    /** Forms of this site's templates that post to Craft's own actions. */
    public bool $protectLogin = false;
    public bool $protectRegistration = false;
    public bool $protectLostPassword = false;

    public function value(string $name): string
    {
        return trim((string) App::parseEnv((string) $this->$name));
    }

    /** @throws ConfigurationError */
    public function client(): Bollard
    {
        return new Bollard(
            $this->value('secretKey'),
            $this->value('host'),
            $this->value('siteKey'),
            failPolicy: $this->failPolicy,
        );
    }

    /** @return list<array<mixed>> */
    protected function defineRules(): array
    {
        return [
            [['siteKey'], 'required'],
            [['host', 'secretKey', 'failPolicy'], function (string $attribute): void {
                try {
                    $this->client();
                } catch (ConfigurationError $error) {
                    $field = [
                        'secret-key' => 'secretKey',
                        'fail-policy' => 'failPolicy',
                    ][preg_replace('/-(missing|unknown)$/', '', $error->reason)] ?? 'host';
                    if ($field === $attribute) {
                        $this->addError($attribute, $error->getMessage());
                    }
                }
            }, 'skipOnEmpty' => false],
        ];
    }
}
