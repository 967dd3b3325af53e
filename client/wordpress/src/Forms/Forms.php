<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

/** All forms that can be protected. */
final class Forms
{
    /** @return list<ProtectedForm> */
    public static function all(): array
    {
        return [
            new CommentForm(),
            new LoginForm(),
            new RegisterForm(),
            new LostPasswordForm(),
            new WooCommerceCheckout(),
            new ContactForm7(),
            new WpForms(),
            new ElementorForms(),
            new GravityForms(),
            new NinjaForms(),
            new FormidableForms(),
            new FluentForms(),
            new Forminator(),
        ];
    }

    /** @return list<ProtectedForm> those whose plugin is there */
    public static function available(): array
    {
        return array_values(array_filter(self::all(), static fn (ProtectedForm $form): bool => $form->isAvailable()));
    }

    /** @return list<string> */
    public static function ids(): array
    {
        return array_map(static fn (ProtectedForm $form): string => $form->id(), self::all());
    }
}
