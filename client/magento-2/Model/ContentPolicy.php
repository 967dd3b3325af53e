<?php

declare(strict_types=1);

namespace Bollard\Magento\Model;

use Magento\Csp\Api\PolicyCollectorInterface;
use Magento\Csp\Model\Policy\FetchPolicy;

/** Lets pages load the widget from the host that is set. */
class ContentPolicy implements PolicyCollectorInterface
{
    public function __construct(private readonly Settings $settings)
    {
    }

    /** @inheritDoc */
    public function collect(array $defaultPolicies = []): array
    {
        $host = $this->settings->host();
        if (preg_match('#^https?://[a-z0-9.:\[\]-]+#i', $host, $found) !== 1) {
            return $defaultPolicies;
        }
        foreach (['script-src', 'connect-src', 'frame-src'] as $directive) {
            $defaultPolicies[] = new FetchPolicy($directive, false, [$found[0]]);
        }
        return $defaultPolicies;
    }
}
