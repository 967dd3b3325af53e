<?php

declare(strict_types=1);

namespace Bollard\Symfony\DependencyInjection;

use Symfony\Component\Config\Definition\Builder\TreeBuilder;
use Symfony\Component\Config\Definition\ConfigurationInterface;

/** @internal */
final class Configuration implements ConfigurationInterface
{
    public function getConfigTreeBuilder(): TreeBuilder
    {
        $tree = new TreeBuilder('bollard');
        $tree->getRootNode()->children()
            ->scalarNode('secret_key')->isRequired()->cannotBeEmpty()->info("The captcha's secret key: %env(BOLLARD_SECRET_KEY)%")->end()
            ->scalarNode('host')->isRequired()->cannotBeEmpty()->info('Address of the Bollard installation')->end()
            ->scalarNode('site_key')->defaultValue('')->info("The captcha's site key, for the form type")->end()
            ->floatNode('timeout')->defaultValue(5.0)->info('Seconds for the whole call, a retry included')->end()
            ->scalarNode('fail_policy')->defaultValue('recorded-outage')->info('closed, recorded-outage or open')->end()
            ->end();
        return $tree;
    }
}
