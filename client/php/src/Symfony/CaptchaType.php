<?php

declare(strict_types=1);

namespace Bollard\Symfony;

use Bollard\Element;
use Symfony\Component\Form\AbstractType;
use Symfony\Component\Form\FormInterface;
use Symfony\Component\Form\FormView;
use Symfony\Component\OptionsResolver\Options;
use Symfony\Component\OptionsResolver\OptionsResolver;

/**
 * A form field that shows the captcha and verifies its token: `$builder->add('captcha', CaptchaType::class, ['action_name' => 'signup'])`.
 * The option is called so because `action` is every form's address.
 */
final class CaptchaType extends AbstractType
{
    public function __construct(private readonly string $host, private readonly string $siteKey)
    {
    }

    public function configureOptions(OptionsResolver $resolver): void
    {
        $resolver->setDefaults([
            'action_name' => null,
            'hostnames' => null,
            'send_address' => false,
            'compound' => false,
            'label' => false,
            'mapped' => false,
            'error_bubbling' => false,
            'constraints' => static fn (Options $options): array => [
                new Captcha($options['action_name'], $options['hostnames'], $options['send_address']),
            ],
        ]);
        $resolver->setAllowedTypes('action_name', ['null', 'string']);
        $resolver->setAllowedTypes('hostnames', ['null', 'string[]']);
        $resolver->setAllowedTypes('send_address', 'bool');
    }

    public function buildView(FormView $view, FormInterface $form, array $options): void
    {
        $name = $view->vars['full_name'];
        $view->vars['bollard_element'] = Element::html($this->host, $this->siteKey, $options['action_name'], $name);
        // A token is never shown again.
        $view->vars['value'] = '';
    }

    public function getBlockPrefix(): string
    {
        return 'bollard_captcha';
    }
}
