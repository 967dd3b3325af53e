<?php

declare(strict_types=1);

namespace Bollard\Magento\Block;

use Bollard\Magento\Model\Settings;
use Magento\Framework\View\Element\Template;

/** The widget in a form; nothing where the form isn't protected. */
class Field extends Template
{
    /** @param array<string, mixed> $data */
    public function __construct(Template\Context $context, private readonly Settings $settings, array $data = [])
    {
        parent::__construct($context, $data);
    }

    public function isShown(): bool
    {
        return $this->settings->protects($this->form());
    }

    public function scriptAddress(): string
    {
        return $this->settings->host() . '/widget.js';
    }

    /** @return array<string, string> of the element */
    public function attributes(): array
    {
        return array_filter([
            'sitekey' => $this->settings->siteKey(),
            'action' => $this->form(),
            'size' => 'flexible',
            'failover' => $this->settings->failPolicy() === 'closed' ? '' : 'failover',
        ]);
    }

    private function form(): string
    {
        return (string) $this->getData('form');
    }
}
