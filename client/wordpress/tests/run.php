<?php

// The hooks of other plugins' forms, called as those plugins call them. What WordPress itself does is checked in a real
// one: e2e/client-systems/wordpress. Ends with 1 when anything is wrong.
declare(strict_types=1);

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Forms\Forms;
use Bollard\WordPress\Settings;

require __DIR__ . '/wordpress.php';
require __DIR__ . '/../../php/tests/start-answers.php';
loadClasses('Bollard\\WordPress\\', __DIR__ . '/../src');
require __DIR__ . '/plugins.php';

[$address, $asked] = startAnswers();
$settings = Settings::of(
    [
        'host' => $address,
        'site_key' => 'bsk_test',
        'secret_key' => 'bsec_test',
        'forms' => Forms::ids(),
    ] + Settings::DEFAULTS,
);
/** A new request: what was asked in the last one is forgotten, as are all hooks. */
function request(string $form, ?string $token): Captcha
{
    global $settings;
    Hooks::$added = [];
    $_POST = $token === null ? [] : ['bollard-response' => addslashes($token)];
    $captcha = new Captcha($settings, 'https://shop.example/wp-content/plugins/bollard');
    $captcha->start();
    foreach (Forms::available() as $one) {
        $one->id() === $form && $one->protect($captcha, $settings);
    }
    return $captcha;
}

expect('all plugins are found', count(Forms::available()) === count(Forms::all()));

foreach ($plugins as $form => [$render, $submit]) {
    request($form, null);
    $html = $render();
    expect("{$form}: the widget is in the form once", substr_count($html, '<bollard-captcha') === 1);
    expect("{$form}: the widget says what the form is for", str_contains($html, " action=\"{$form}\""));
    expect(
        "{$form}: the widget stands before the button",
        !str_contains($html, 'BUTTON') || strpos($html, '<bollard-captcha') < strpos($html, 'BUTTON'),
    );
    expect("{$form}: no token, no entry", !$submit(null));
    expect("{$form}: a made-up token is refused", !$submit('made-up'));
    expect("{$form}: a token of another form is refused", !$submit(token('comment')));
    $token = token($form);
    expect("{$form}: a token passes", $submit($token));
    expect("{$form}: a token counts once", !$submit($token));
}

// Plugins run their filters more than once in a request.
$captcha = request('wpforms', $token = token('wpforms'));
$before = $asked();
expect(
    'a request asks once about its token',
    $captcha->refusal('wpforms') === null && $captcha->refusal('wpforms') === null && $asked() === $before + 1,
);
expect('and about another action anew', $captcha->refusal('comment') !== null);

// An endpoint of a plugin may take many logins in one request.
request('login', token('login'));
$login = fn (string $name, string $password): mixed => apply_filters('authenticate', 'user', $name, $password);
expect('a login with a token goes on', $login('anna', 'one') === 'user' && $login('anna', 'one') === 'user');
foreach ([['anna', 'two'], ['berta', 'one'], ["anna\0one", '']] as [$name, $password]) {
    $isRefused = is_wp_error($login($name, $password));
    expect('a token is good for one attempt', $password === '' || $isRefused);
}
request('login', null);
expect('a page without an attempt asks nothing', $login('', '') === 'user' && $login('anna', '') === 'user');
expect('no token, no login', is_wp_error($login('anna', 'one')));

request('gravity-forms', null);
$_POST['gform_target_page_number_7'] = '2';
expect('a page before the last spends no token', gravity()['is_valid']);
$_POST['gform_target_page_number_7'] = ['0'];
expect('a page number that is none is no way around', !gravity()['is_valid']);

foreach ([['x'], 7, '', str_repeat('x', 5_000), "\xff\xfe", "good:comment:1'\\"] as $odd) {
    request('forminator', null);
    expect('odd tokens are refused', is_string((new Captcha($settings, ''))->refusal('forminator', $odd)));
}

[$kept, $wrong] = Settings::cleaned(
    [
        'host' => 'ftp://x',
        'site_key' => ['x'],
        'fail_policy' => 'maybe',
        'theme' => 'pink',
        'forms' => ['login', 'nothing', ['x']],
    ],
    Settings::DEFAULTS,
);
expect(
    'each wrong field has a code',
    $wrong === ['host' => 'host-invalid', 'fail_policy' => 'fail-policy-unknown', 'theme' => 'theme-unknown'],
);
expect(
    'and keeps its value',
    $kept['host'] === '' && $kept['fail_policy'] === 'recorded-outage' && $kept['forms'] === ['login'],
);
expect(
    'an address with a user name is refused',
    Settings::cleaned(['host' => 'https://a:b@c.example'], Settings::DEFAULTS)[1]['host'] === 'host-invalid',
);
