<?php

// As much of Joomla as the plugin calls.
declare(strict_types=1);

namespace Joomla\CMS\Language {
    final class Text
    {
        public static function _(string $key): string
        {
            return $key;
        }
    }
}

namespace Joomla\CMS\Plugin {
    abstract class CMSPlugin
    {
        protected \Params $params;
        private \Application $application;

        public function __construct(object $dispatcher, array $config)
        {
            $this->params = new \Params($config['params']);
        }

        public function setApplication(\Application $application): void
        {
            $this->application = $application;
        }

        protected function getApplication(): \Application
        {
            return $this->application;
        }
    }
}

namespace {
    define('_JEXEC', 1);

    final class Dispatcher
    {
    }

    final class Params
    {
        public function __construct(private readonly array $values)
        {
        }

        public function get(string $name, mixed $default = null): mixed
        {
            return $this->values[$name] ?? $default;
        }
    }

    /** Application, document, assets and input in one. */
    final class Application
    {
        public array $scripts = [];
        public mixed $sent = null;
        public self $post;

        public function __construct()
        {
            $this->post = $this;
        }

        public function getDocument(): self
        {
            return $this;
        }

        public function getWebAssetManager(): self
        {
            return $this;
        }

        public function registerAndUseScript(string $name, string $address, array $options, array $attributes): void
        {
            $this->scripts[] = [$address, $attributes];
        }

        public function getInput(): self
        {
            return $this;
        }

        public function get(string $name, mixed $default, string $filter): mixed
        {
            return $this->sent ?? $default;
        }
    }
}
