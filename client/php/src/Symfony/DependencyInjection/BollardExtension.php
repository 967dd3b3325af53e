<?php

declare(strict_types=1);

namespace Bollard\Symfony\DependencyInjection;

use Bollard\Bollard;
use Bollard\Symfony\CaptchaType;
use Bollard\Symfony\CaptchaValidator;
use Bollard\Symfony\ProtectListener;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Extension\PrependExtensionInterface;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\HttpKernel\DependencyInjection\Extension;

/** Makes the services of the bundle from the configuration `bollard`. */
final class BollardExtension extends Extension implements PrependExtensionInterface
{
    /** @param array<mixed> $configs */
    public function load(array $configs, ContainerBuilder $container): void
    {
        $config = $this->processConfiguration(new Configuration(), $configs);
        $container->register(Bollard::class, Bollard::class)->setPublic(true)->setArguments([
            '$secretKey' => $config['secret_key'],
            '$host' => $config['host'],
            '$timeout' => $config['timeout'],
            '$failPolicy' => $config['fail_policy'],
        ]);
        $container->register(CaptchaValidator::class, CaptchaValidator::class)
            ->setArguments([new Reference(Bollard::class), new Reference('request_stack')])
            ->addTag('validator.constraint_validator');
        $container->register(CaptchaType::class, CaptchaType::class)
            ->setArguments([$config['host'], $config['site_key']])
            ->addTag('form.type');
        $container->register(ProtectListener::class, ProtectListener::class)
            ->setArguments([new Reference(Bollard::class), new Reference('event_dispatcher')])
            ->addTag('kernel.event_listener', ['event' => 'kernel.controller', 'method' => 'onController']);
    }

    /** The template of the form type, for applications with Twig. */
    public function prepend(ContainerBuilder $container): void
    {
        if ($container->hasExtension('twig')) {
            $container->prependExtensionConfig('twig', ['form_themes' => ['@Bollard/form.html.twig']]);
        }
    }
}
