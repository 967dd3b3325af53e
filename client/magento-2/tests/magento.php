<?php

// As much of Magento as the module calls.
declare(strict_types=1);

namespace Magento\Framework {
    final class Phrase
    {
        public function __construct(private readonly string $text)
        {
        }

        public function __toString(): string
        {
            return $this->text;
        }
    }
}

namespace Magento\Framework\App {
    interface RequestInterface
    {
    }
    interface ResponseInterface
    {
    }
    final class ActionFlag
    {
        public array $set = [];

        public function set(string $action, string $flag, bool $value): void
        {
            $this->set[$flag] = $value;
        }
    }
}

namespace Magento\Framework\App\Action {
    final class Action
    {
        public const FLAG_NO_DISPATCH = 'no-dispatch';
    }
}

namespace Magento\Framework\App\Config {
    interface ScopeConfigInterface
    {
        public function getValue($path, $scope = 'default');
    }
}

namespace Magento\Framework\App\Response {
    interface RedirectInterface
    {
        public function getRefererUrl();
    }
}

namespace Magento\Framework\Component {
    final class ComponentRegistrar
    {
        public const MODULE = 'module';
        public static array $modules = [];

        public static function register(string $type, string $name, string $folder): void
        {
            self::$modules[$name] = $folder;
        }
    }
}

namespace Magento\Framework\Data {
    interface OptionSourceInterface
    {
        public function toOptionArray();
    }
}

namespace Magento\Framework\Encryption {
    interface EncryptorInterface
    {
        public function decrypt($data);
    }
}

namespace Magento\Framework\Event {
    interface ObserverInterface
    {
        public function execute(Observer $observer): void;
    }
    final class Observer
    {
        public function __construct(private readonly object $request)
        {
        }

        public function getEvent(): self
        {
            return $this;
        }

        public function getData(string $name): object
        {
            return $this->request;
        }
    }
}

namespace Magento\Framework\Message {
    interface ManagerInterface
    {
        public function addErrorMessage($message);
    }
}

namespace Magento\Framework\View\Element {
    class Template
    {
        public function __construct(object $context, private readonly array $data = [])
        {
        }

        public function getData(string $name): mixed
        {
            return $this->data[$name] ?? null;
        }
    }
}

namespace Magento\Framework\View\Element\Template {
    final class Context
    {
    }
}

namespace Magento\Store\Model {
    interface ScopeInterface
    {
        public const SCOPE_STORE = 'store';
    }
}

namespace Magento\Csp\Api {
    interface PolicyCollectorInterface
    {
        public function collect(array $defaultPolicies = []): array;
    }
}

namespace Magento\Csp\Model\Policy {
    final class FetchPolicy
    {
        public function __construct(
            public readonly string $id,
            public readonly bool $noneAllowed,
            public readonly array $hosts,
        )
        {
        }
    }
}

namespace Psr\Log {
    interface LoggerInterface
    {
        public function error($message);

        public function warning($message);
    }
}

namespace {
    function __(string $text): Magento\Framework\Phrase
    {
        return new Magento\Framework\Phrase($text);
    }

    /** Everything that Magento hands to the module, in one. */
    final class Shop implements
        Magento\Framework\App\Config\ScopeConfigInterface,
        Magento\Framework\App\RequestInterface,
        Magento\Framework\App\Response\RedirectInterface,
        Magento\Framework\App\ResponseInterface,
        Magento\Framework\Encryption\EncryptorInterface,
        Magento\Framework\Message\ManagerInterface,
        Psr\Log\LoggerInterface
    {
        public array $said = [];
        public array $logged = [];
        public string $redirected = '';
        public string $json = '';

        public function __construct(public array $config, public string $action = '', public mixed $token = null)
        {
        }

        public function getValue($path, $scope = 'default')
        {
            return $this->config[$path] ?? null;
        }

        public function decrypt($data)
        {
            return str_replace('encrypted:', '', $data);
        }

        public function getFullActionName(): string
        {
            return $this->action;
        }

        public function getParam(string $name): mixed
        {
            return $this->token;
        }

        public function getContent(): string
        {
            return (string) json_encode(['username' => 'anna', 'bollard-response' => $this->token]);
        }

        public function getRefererUrl()
        {
            return 'https://shop.example/back';
        }

        public function setRedirect(string $address): void
        {
            $this->redirected = $address;
        }

        public function representJson(string $json): void
        {
            $this->json = $json;
        }

        public function addErrorMessage($message)
        {
            $this->said[] = $message;
        }

        public function error($message)
        {
            $this->logged[] = $message;
        }

        public function warning($message)
        {
            $this->logged[] = $message;
        }
    }

    final class Escaper
    {
        public function escapeUrl(string $text): string
        {
            return htmlspecialchars($text, ENT_QUOTES);
        }

        public function escapeHtml(mixed $text): string
        {
            return htmlspecialchars((string) $text, ENT_QUOTES);
        }

        public function escapeHtmlAttr(string $text): string
        {
            return htmlspecialchars($text, ENT_QUOTES);
        }
    }
}
