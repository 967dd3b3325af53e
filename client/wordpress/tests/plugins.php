<?php

// How each plugin builds its form and takes an entry, as far as its hooks say: [HTML of the form, whether an entry with
// a token is taken].
declare(strict_types=1);

final class WooCommerce
{
}
final class GFForms
{
}
final class Ninja_Forms
{
}
final class FrmAppHelper
{
}
final class Forminator
{
}
define('WPCF7_VERSION', '6.0');
define('ELEMENTOR_PRO_VERSION', '3.0');
define('FLUENTFORM', true);
function wpforms(): void
{
}
$formTags = [];
function wpcf7_add_form_tag(string $tag, callable $callback): void
{
    $GLOBALS['formTags'][$tag] = $callback;
}

/** What Contact Form 7 hands to `wpcf7_spam`. */
final class Submission
{
    public array $log = [];

    public function add_spam_log(array $entry): void
    {
        $this->log[] = $entry;
    }
}

/** What Elementor Pro hands to its validation. */
final class AjaxHandler
{
    public array $errors = [];
    public array $messages = [];

    public function add_error(string $field, string $message): void
    {
        $this->errors[$field] = $message;
    }

    public function add_error_message(string $message): void
    {
        $this->messages[] = $message;
    }
}

final class ElementorWidget
{
    public function __construct(private readonly string $name)
    {
    }

    public function get_name(): string
    {
        return $this->name;
    }
}

/** @return array{is_valid: bool, form: array} */
function gravity(): array
{
    return apply_filters('gform_validation', ['is_valid' => true, 'form' => ['id' => 7]]);
}

$plugins = [
    'woocommerce-checkout' => [
        fn () => printed('woocommerce_checkout_after_customer_details'),
        function (?string $token): bool {
            request('woocommerce-checkout', $token);
            $errors = new WP_Error();
            do_action('woocommerce_after_checkout_validation', [], $errors);
            return !$errors->has_errors();
        },
    ],
    'contact-form-7' => [
        function (): string {
            do_action('wpcf7_init');
            $own = apply_filters(
                'wpcf7_form_elements',
                $GLOBALS['formTags']['bollard']() . '<input type="submit" value="BUTTON">',
            );
            expect('contact-form-7: the tag of the form says where', substr_count($own, '<bollard-captcha') === 1);
            expect(
                'contact-form-7: a form without a button has it at the end',
                str_ends_with(apply_filters('wpcf7_form_elements', '<p>x</p>'), '</div>'),
            );
            return apply_filters(
                'wpcf7_form_elements',
                '<label>Name <input name="n"></label><input class="x" type="submit" value="BUTTON">',
            );
        },
        function (?string $token): bool {
            request('contact-form-7', $token);
            $submission = new Submission();
            $isSpam = apply_filters('wpcf7_spam', false, $submission);
            $message = apply_filters('wpcf7_display_message', 'There was an error.', 'spam');
            expect(
                'contact-form-7: the visitor and the owner read why',
                $isSpam === ($message !== 'There was an error.') && $isSpam === ($submission->log !== []),
            );
            return !$isSpam;
        },
    ],
    'wpforms' => [
        fn () => printed('wpforms_display_submit_before', ['id' => 3]),
        function (?string $token): bool {
            request('wpforms', $token);
            return empty(apply_filters('wpforms_process_initial_errors', [], ['id' => 3])[3]);
        },
    ],
    'elementor-forms' => [
        function (): string {
            $form = '<form><div class="a">x</div><div class="elementor-field-group elementor-field-type-submit">BUTTON</div></form>';
            expect(
                'elementor-forms: other widgets stay as they are',
                apply_filters('elementor/widget/render_content', $form, new ElementorWidget('heading')) === $form,
            );
            return apply_filters('elementor/widget/render_content', $form, new ElementorWidget('form'));
        },
        function (?string $token): bool {
            request('elementor-forms', $token);
            $handler = new AjaxHandler();
            do_action('elementor_pro/forms/validation', new stdClass(), $handler);
            return $handler->errors === [];
        },
    ],
    'gravity-forms' => [
        fn () => apply_filters('gform_submit_button', '<input type="submit" value="BUTTON">', []),
        function (?string $token): bool {
            request('gravity-forms', $token);
            $isValid = gravity()['is_valid'];
            expect(
                'gravity-forms: the visitor reads why',
                $isValid === (apply_filters('gform_validation_message', 'Problem', []) === 'Problem'),
            );
            return $isValid;
        },
    ],
    'ninja-forms' => [
        function (): string {
            $html = printed('ninja_forms_after_form_display', 4);
            expect('ninja-forms: its script is loaded', isset($GLOBALS['scripts']['bollard-ninja-forms']));
            return $html;
        },
        function (?string $token): bool {
            request('ninja-forms', $token);
            return empty(apply_filters('ninja_forms_submit_data', ['fields' => []])['errors']);
        },
    ],
    'formidable-forms' => [
        fn () => apply_filters('frm_submit_button_html', '<button>BUTTON</button>', []),
        function (?string $token): bool {
            request('formidable-forms', $token);
            return apply_filters('frm_entries_before_create', [], new stdClass()) === [];
        },
    ],
    'fluent-forms' => [
        fn () => printed('fluentform/render_item_submit_button', [], new stdClass()),
        function (?string $token): bool {
            request('fluent-forms', null);
            $_POST['data'] = addslashes(http_build_query(['name' => 'Anna', 'bollard-response' => $token]));
            return apply_filters('fluentform/validation_errors', [], ['name' => 'Anna'], new stdClass(), []) === [];
        },
    ],
    'forminator' => [
        function (): string {
            expect(
                'forminator: showing the form asks nothing',
                apply_filters(
                    'forminator_cform_form_is_submittable',
                    ['can_submit' => true, 'error' => ''],
                    5,
                    [],
                )['can_submit'],
            );
            return apply_filters('forminator_render_button_markup', '<button>BUTTON</button>', 'Send');
        },
        function (?string $token): bool {
            request('forminator', $token);
            $_POST['form_id'] = '5';
            return apply_filters(
                'forminator_cform_form_is_submittable',
                ['can_submit' => true, 'error' => ''],
                5,
                [],
            )['can_submit'];
        },
    ],
];
