<?php

// As much of Craft, Yii and Formie as the plugin calls.
declare(strict_types=1);

namespace yii\base {
    class Component
    {
    }
    class Controller
    {
        public const EVENT_BEFORE_ACTION = 'beforeAction';
    }
    class Event
    {
        public static array $heard = [];
        public object $sender;

        public static function on(string $class, string $name, callable $callback): void
        {
            self::$heard["{$class} {$name}"] = $callback;
        }
    }
    class ActionEvent extends Event
    {
        public bool $isValid = true;

        public function __construct(public object $action)
        {
        }
    }
}

namespace yii\web {
    class ForbiddenHttpException extends \Exception
    {
    }
}

namespace craft\base {
    class Model
    {
        public array $errors = [];

        public function addError(string $attribute, string $message): void
        {
            $this->errors[$attribute] = $message;
        }

        protected function defineRules(): array
        {
            return [];
        }

        /** Runs the rules that are functions, as Yii does. */
        public function validate(): void
        {
            $this->errors = [];
            foreach ($this->defineRules() as [$attributes, $rule]) {
                foreach (is_callable($rule) ? $attributes : [] as $attribute) {
                    $rule($attribute);
                }
            }
        }
    }
    class Plugin
    {
        public static ?self $instance = null;
        public ?Model $settings = null;
        public \Bollard\Craft\Captcha $captcha;

        public function __construct()
        {
            static::$instance = self::$instance = $this;
            $this->captcha = new (static::config()['components']['captcha'])();
            $this->settings = $this->createSettingsModel();
            $this->init();
        }

        public static function getInstance(): ?static
        {
            return self::$instance;
        }

        public function init(): void
        {
        }

        public function getSettings(): ?Model
        {
            return $this->settings;
        }

        protected function createSettingsModel(): ?Model
        {
            return null;
        }
    }
}

namespace craft\controllers {
    class UsersController extends \yii\base\Controller
    {
    }
}

namespace craft\helpers {
    class App
    {
        public static function parseEnv(string $value): string
        {
            return str_starts_with($value, '$') ? (string) getenv(substr($value, 1)) : $value;
        }
    }
    class Html
    {
        public static function encode(string $text): string
        {
            return htmlspecialchars($text, ENT_QUOTES);
        }

        public static function tag(string $name, string $content, array $attributes = []): string
        {
            $written = '';
            foreach ($attributes as $key => $value) {
                $written .= match ($value) {
                    true => " {$key}",
                    false, null => '',
                    default => sprintf(' %s="%s"', $key, self::encode($value)),
                };
            }
            return "<{$name}{$written}>{$content}</{$name}>";
        }
    }
    class Template
    {
        public static function raw(string $html): \Twig\Markup
        {
            return new \Twig\Markup($html, 'UTF-8');
        }
    }
}

namespace craft\web\twig\variables {
    class CraftVariable
    {
        public const EVENT_INIT = 'init';
        public array $set = [];

        public function set(string $name, object $component): void
        {
            $this->set[$name] = $component;
        }
    }
}

namespace Twig {
    class Markup
    {
        public function __construct(private readonly string $html, string $charset)
        {
        }

        public function __toString(): string
        {
            return $this->html;
        }
    }
}

namespace verbb\formie\services {
    class Integrations
    {
        public const EVENT_REGISTER_INTEGRATIONS = 'registerIntegrations';
    }
}

namespace verbb\formie\base {
    abstract class Captcha
    {
        public ?string $handle = null;
        public string $spamReason = '';
    }
}

namespace verbb\formie\elements {
    class Form
    {
        public function __construct(public string $handle)
        {
        }
    }
    class Submission
    {
        public function __construct(private readonly Form $form)
        {
        }

        public function getForm(): Form
        {
            return $this->form;
        }
    }
}

namespace {
    /** Application, request and user in one. */
    final class Craft
    {
        public static self $app;
        public array $sent = [];
        public bool $isGuest = true;
        public bool $isSite = true;
        public static array $warnings = [];

        public static function t(string $category, string $text): string
        {
            return $text;
        }

        public static function warning(string $text, string $category): void
        {
            self::$warnings[] = $text;
        }

        public function getRequest(): self
        {
            return $this;
        }

        public function getUser(): self
        {
            return $this;
        }

        public function getIsGuest(): bool
        {
            return $this->isGuest;
        }

        public function getIsSiteRequest(): bool
        {
            return $this->isSite;
        }

        public function getIsPost(): bool
        {
            return true;
        }

        public function getBodyParam(string $name): mixed
        {
            return $this->sent[$name] ?? null;
        }
    }
}
