<?php

declare(strict_types=1);

namespace Bollard\WordPress\Admin;

use Bollard\WordPress\Forms\Forms;
use Bollard\WordPress\Forms\ProtectedForm;
use Bollard\WordPress\Settings;

/** The fields of both settings pages. */
final class SettingsFields
{
    /** @param array<string, mixed> $stored completed */
    public static function print(array $stored, bool $isNetwork): void
    {
        echo '<table class="form-table" role="presentation"><tbody>';
        if ($isNetwork) {
            self::row(
                'shared',
                __('Sites', 'bollard'),
                self::checkbox('shared', $stored, __('All sites of this network use these settings', 'bollard')),
            );
        }
        self::row(
            'host',
            __('Address of your Bollard', 'bollard'),
            self::text('host', $stored['host'], 'https://captcha.example.org'),
        );
        self::row('site_key', __('Site key', 'bollard'), self::text('site_key', $stored['site_key'], 'bsk_…'));
        self::row('secret_key', __('Secret key', 'bollard'), self::secret($stored['secret_key'] !== ''));
        self::row('forms', __('Protected forms', 'bollard'), self::forms((array) $stored['forms']));
        self::row('fail_policy', __('During an outage', 'bollard'), self::select('fail_policy', $stored, [
            'closed' => __('Only visitors who were checked pass', 'bollard'),
            'recorded-outage' => __(
                'Visitors whose browser couldn’t reach Bollard pass, if Bollard recorded the outage',
                'bollard',
            ),
            'open' => __('Also pass visitors while this server can’t reach Bollard', 'bollard'),
        ]));
        self::row('theme', __('Theme', 'bollard'), self::select('theme', $stored, [
            '' => __('As the page', 'bollard'),
            'light' => __('Light', 'bollard'),
            'dark' => __('Dark', 'bollard'),
        ]));
        self::row(
            'skip_logged_in',
            __('Comments', 'bollard'),
            self::checkbox(
                'skip_logged_in',
                $stored,
                __('People who are logged in comment without a check', 'bollard'),
            ),
        );
        self::row(
            'allow_api_passwords',
            'XML-RPC, REST',
            self::checkbox(
                'allow_api_passwords',
                $stored,
                __('Accept account passwords there without a check. Application passwords always work.', 'bollard'),
            ),
        );
        echo '</tbody></table>';
    }

    private static function row(string $field, string $label, string $control): void
    {
        printf(
            '<tr><th scope="row"><label for="bollard-%s">%s</label></th><td>%s</td></tr>',
            esc_attr($field),
            esc_html($label),
            $control,
        );
    }

    private static function text(string $field, string $value, string $hint): string
    {
        $constant = Settings::constantOf($field);
        return $constant === null
            ? sprintf(
                '<input class="regular-text code" id="bollard-%1$s" name="bollard[%1$s]" value="%2$s" placeholder="%3$s" spellcheck="false" autocomplete="off">',
                esc_attr($field),
                esc_attr($value),
                esc_attr($hint),
            )
            : self::setByConstant($constant);
    }

    private static function secret(bool $isStored): string
    {
        $constant = Settings::constantOf('secret_key');
        return $constant === null
            ? sprintf(
                '<input class="regular-text code" id="bollard-secret_key" name="bollard[secret_key]" type="password" value="" placeholder="%s" autocomplete="new-password">',
                esc_attr($isStored ? __('Stored. Leave empty to keep it.', 'bollard') : 'bsec_…'),
            )
            : self::setByConstant($constant);
    }

    private static function setByConstant(string $constant): string
    {
        /* translators: %s: name of a constant */
        return sprintf(
            '<p>%s</p>',
            sprintf(esc_html__('Set by %s in wp-config.php.', 'bollard'), '<code>' . esc_html($constant) . '</code>'),
        );
    }

    /** @param array<mixed> $chosen */
    private static function forms(array $chosen): string
    {
        $lines = array_map(static fn (ProtectedForm $form): string => sprintf(
            '<label><input type="checkbox" name="bollard[forms][]" value="%s"%s> %s%s</label>',
            esc_attr($form->id()),
            checked(in_array($form->id(), $chosen, true), true, false),
            esc_html($form->label()),
            $form->isAvailable() ? '' : ' <span class="description">' . esc_html__(
                '(not installed)',
                'bollard',
            ) . '</span>',
        ), Forms::all());
        return '<fieldset id="bollard-forms">' . implode('<br>', $lines) . '</fieldset>';
    }

    /**
     * @param array<string, mixed> $stored
     * @param array<string, string> $choices label by value
     */
    private static function select(string $field, array $stored, array $choices): string
    {
        $options = '';
        foreach ($choices as $value => $label) {
            $options .= sprintf(
                '<option value="%s"%s>%s</option>',
                esc_attr($value),
                selected($stored[$field], $value, false),
                esc_html($label),
            );
        }
        return sprintf(
            '<select id="bollard-%1$s" name="bollard[%1$s]" style="max-width:100%%">%2$s</select>',
            esc_attr($field),
            $options,
        );
    }

    /** @param array<string, mixed> $stored */
    private static function checkbox(string $field, array $stored, string $label): string
    {
        return sprintf(
            '<label><input type="checkbox" id="bollard-%1$s" name="bollard[%1$s]" value="1"%2$s> %3$s</label>',
            esc_attr($field),
            checked((bool) $stored[$field], true, false),
            esc_html($label),
        );
    }
}
