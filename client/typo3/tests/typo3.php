<?php

// As much of TYPO3 as the extension calls.
declare(strict_types=1);

namespace TYPO3\CMS\Core\Configuration {
    final class ExtensionConfiguration
    {
        public static array $stored = [];

        public function get(string $extension): array
        {
            return self::$stored;
        }
    }
}

namespace TYPO3\CMS\Core\Utility {
    final class GeneralUtility
    {
        public static function makeInstance(string $class): object
        {
            return new $class();
        }
    }

    final class ExtensionManagementUtility
    {
        public static array $services = [];

        public static function addService(string $extension, string $type, string $class, array $about): void
        {
            self::$services[] = $about;
        }
    }
}

namespace TYPO3\CMS\Core\Authentication {
    abstract class AbstractAuthenticationService
    {
        public array $login = [];
    }
}

namespace TYPO3\CMS\Core\Page {
    final class AssetCollector
    {
        public array $scripts = [];

        public function addJavaScript(string $id, string $source, array $attributes, array $options): void
        {
            $this->scripts[$source] = $attributes;
        }
    }
}

namespace TYPO3\CMS\Extbase\Utility {
    final class LocalizationUtility
    {
        public static function translate(string $key, string $extension): string
        {
            return $key;
        }
    }
}

namespace TYPO3\CMS\Extbase\Validation\Validator {
    abstract class AbstractValidator
    {
        protected $acceptsEmptyValues = true;
        protected $supportedOptions = [];
        protected array $options = [];
        private array $errors = [];

        public function __construct(array $options = [])
        {
            $this->options = $options + array_map(
                static fn (array $option): mixed => $option[0],
                $this->supportedOptions,
            );
        }

        /** The keys of its errors. */
        public function validate(mixed $value): array
        {
            if (!$this->acceptsEmptyValues || ($value !== null && $value !== '')) {
                $this->isValid($value);
            }
            return $this->errors;
        }

        abstract protected function isValid(mixed $value): void;

        protected function translateErrorMessage(string $key, string $extension): string
        {
            return $key;
        }

        protected function addError(string $message, int $code): void
        {
            $this->errors[] = substr($message, (int) strrpos($message, ':') + 1);
        }
    }
}

namespace TYPO3Fluid\Fluid\Core\ViewHelper {
    abstract class AbstractViewHelper
    {
        public array $arguments = [];

        protected function registerArgument(string $name, string $type, string $about, bool $isRequired): void
        {
        }
    }
}

namespace Psr\Http\Message {
    interface ServerRequestInterface
    {
        public function getParsedBody();
    }
}

namespace {
    define('TYPO3', true);

    final class Request implements Psr\Http\Message\ServerRequestInterface
    {
        public function __construct(private readonly mixed $body)
        {
        }

        public function getParsedBody(): mixed
        {
            return $this->body;
        }
    }
}
