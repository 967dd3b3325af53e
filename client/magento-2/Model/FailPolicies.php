<?php

declare(strict_types=1);

namespace Bollard\Magento\Model;

use Magento\Framework\Data\OptionSourceInterface;

/** The choices of the setting. */
class FailPolicies implements OptionSourceInterface
{
    /** @return list<array{value: string, label: \Magento\Framework\Phrase}> */
    public function toOptionArray(): array
    {
        return [
            ['value' => 'closed', 'label' => __('Only visitors who were checked pass')],
            [
                'value' => 'recorded-outage',
                'label' => __('Visitors whose browser couldn’t reach Bollard pass, if Bollard recorded the outage'),
            ],
            ['value' => 'open', 'label' => __('Also pass visitors while this server can’t reach Bollard')],
        ];
    }
}
