<?php

// The module against stand-ins for Magento's interfaces. Ends with 1 when anything is wrong.
declare(strict_types=1);

use Bollard\Magento\Block\Field;
use Bollard\Magento\Model\ContentPolicy;
use Bollard\Magento\Model\Settings;
use Bollard\Magento\Observer\CheckForm;
use Magento\Framework\App\ActionFlag;
use Magento\Framework\Component\ComponentRegistrar;
use Magento\Framework\Event\Observer;
use Magento\Framework\View\Element\Template\Context;

require __DIR__ . '/../../php/tests/start-answers.php';
require __DIR__ . '/magento.php';
loadClasses('Bollard\\Magento\\', __DIR__ . '/..');

[$address] = startAnswers();
$config = [
    'bollard/general/host' => $address,
    'bollard/general/site_key' => 'bsk_test',
    'bollard/general/secret_key' => 'encrypted:bsec_test',
    'bollard/general/fail_policy' => 'recorded-outage',
];
foreach (['login', 'register', 'forgot', 'contact', 'review'] as $form) {
    $config["bollard/forms/{$form}"] = '1';
}

/** Whether an action runs. */
function runs(Shop $shop): bool
{
    $flag = new ActionFlag();
    (new CheckForm(new Settings($shop, $shop), $flag, $shop, $shop, $shop, $shop))->execute(new Observer($shop));
    return !($flag->set['no-dispatch'] ?? false);
}

$events = simplexml_load_file(__DIR__ . '/../etc/frontend/events.xml');
foreach ($events->event as $event) {
    $action = substr((string) $event['name'], strlen('controller_action_predispatch_'));
    $form = [
        'customer_account_loginpost' => 'login',
        'customer_ajax_login' => 'login',
        'customer_account_createpost' => 'register',
        'customer_account_forgotpasswordpost' => 'forgot',
        'contact_index_post' => 'contact',
        'review_product_post' => 'review',
    ][$action];
    $token = token($form);
    expect("{$action}: runs with a token", runs(new Shop($config, $action, $token)));
    expect("{$action}: a token counts once", !runs(new Shop($config, $action, $token)));
    $without = new Shop($config, $action);
    expect("{$action}: doesn't run without one", !runs($without));
    expect(
        "{$action}: the visitor reads why, on a page of the shop or as JSON",
        $action === 'customer_ajax_login' ? str_contains(
            $without->json,
            'without its check',
        ) : count($without->said) === 1 && $without->redirected === 'https://shop.example/back',
    );
    foreach (['made-up', ['x'], token('other')] as $bad) {
        expect("{$action}: no bad token passes", !runs(new Shop($config, $action, $bad)));
    }
    expect(
        "{$action}: left alone unless it is wanted",
        runs(new Shop(["bollard/forms/{$form}" => '0'] + $config, $action)),
    );
}
expect('all actions are listened to', count($events->event) === 6);
expect('other actions are left alone', runs(new Shop($config, 'catalog_product_view')));
expect(
    'a new installation locks nobody out',
    runs(new Shop(['bollard/general/secret_key' => ''] + $config, 'customer_account_loginpost')),
);
$away = ['bollard/general/host' => 'http://127.0.0.1:1'] + $config;
$shop = new Shop($away, 'contact_index_post', token('contact'));
expect(
    'while Bollard is away nobody passes, and the log says why',
    !runs($shop) && $shop->logged === ['Bollard gave no verdict: unreachable'],
);
expect(
    'unless the owner wants that',
    runs(new Shop(['bollard/general/fail_policy' => 'open'] + $away, 'contact_index_post', token('contact'))),
);
$wrong = new Shop(
    ['bollard/general/host' => 'http://captcha.example.org'] + $config,
    'contact_index_post',
    token('contact'),
);
expect(
    'a host that may not be used lets nobody through',
    !runs($wrong) && $wrong->logged === ['Bollard is not set up: host-not-https'],
);

$shop = new Shop(['bollard/general/site_key' => '"><script>x'] + $config);
$block = new Field(new Context(), new Settings($shop, $shop), ['form' => 'contact']);
$escaper = new Escaper();
ob_start();
require __DIR__ . '/../view/frontend/templates/field.phtml';
$html = (string) ob_get_clean();
expect(
    'the widget is in the form, and nothing leaves its attribute',
    str_contains($html, ' action="contact"') && !str_contains($html, '<script>x') && str_contains(
        $html,
        "{$address}/widget.js",
    ),
);
$policies = (new ContentPolicy(new Settings($shop, $shop)))->collect();
expect(
    'the content policy names the host that is set',
    array_map(static fn ($policy): array => [$policy->id, $policy->hosts], $policies) === [
        ['script-src', [$address]],
        ['connect-src', [$address]],
        ['frame-src', [$address]],
    ],
);
require __DIR__ . '/../registration.php';
expect(
    'it is registered under its name',
    array_keys(ComponentRegistrar::$modules) === [
        (string) simplexml_load_file(__DIR__ . '/../etc/module.xml')->module['name'],
    ],
);
$used = [];
foreach (['Observer/CheckForm.php', 'Model/FailPolicies.php', 'view/frontend/templates/field.phtml'] as $file) {
    preg_match_all("/__\\('([^']+)'\\)/", file_get_contents(__DIR__ . "/../{$file}"), $found);
    array_push($used, ...$found[1]);
}
foreach (['en_US', 'de_DE'] as $language) {
    $known = array_column(
        array_map(static fn (string $line): array => str_getcsv($line), file(__DIR__ . "/../i18n/{$language}.csv")),
        0,
    );
    expect("{$language}: all texts are there", array_diff($used, $known) === []);
}
