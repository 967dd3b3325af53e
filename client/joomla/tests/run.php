<?php

// The plugin against stand-ins for Joomla's interfaces. Ends with 1 when anything is wrong.
declare(strict_types=1);

require __DIR__ . '/../../php/tests/start-answers.php';
require __DIR__ . '/joomla.php';
loadClasses('Bollard\\Joomla\\', __DIR__ . '/../src');

[$address] = startAnswers();
$settings = ['host' => $address, 'site_key' => 'bsk_test', 'secret_key' => 'bsec_test', 'theme' => 'dark'];
$application = new Application();
$plugin = static function (array $params) use ($application): Bollard\Joomla\Extension\Bollard {
    $made = new Bollard\Joomla\Extension\Bollard(new Dispatcher(), ['params' => $params]);
    $made->setApplication($application);
    return $made;
};

$bollard = $plugin($settings);
expect('it starts', $bollard->onInit('captcha'));
expect(
    'the script is a module of the installation',
    $application->scripts === [["{$address}/widget.js", ['type' => 'module']]],
);
$html = $bollard->onDisplay('jform[captcha]', 'jform_captcha', 'required');
expect(
    'the form’s own field gets the token',
    str_contains($html, ' name="jform[captcha]"') && str_contains($html, ' theme="dark"'),
);
expect('nothing leaves its attribute', !str_contains($bollard->onDisplay('"><script>'), '<script>'));
expect('a token passes', $bollard->onCheckAnswer($token = token('')));
expect('a token counts once', refusal($bollard, $token) === 'PLG_CAPTCHA_BOLLARD_EXPIRED');
expect('a made-up token is refused', refusal($bollard, 'made-up') === 'PLG_CAPTCHA_BOLLARD_REFUSED');
foreach (['', ['x'], null] as $none) {
    expect('no token, no entry', refusal($bollard, $none) === 'PLG_CAPTCHA_BOLLARD_MISSING');
}
$application->sent = token('');
expect('an extension that hands nothing over is served from the request', $bollard->onCheckAnswer(null));
$away = ['host' => 'http://127.0.0.1:1'] + $settings;
expect('while Bollard is away nobody passes', refusal($plugin($away), token('')) === 'PLG_CAPTCHA_BOLLARD_UNAVAILABLE');
expect('unless the owner wants that', $plugin(['fail_policy' => 'open'] + $away)->onCheckAnswer(token('')));
expect('without keys there is no captcha', thrown(fn () => $plugin([])->onInit()) === 'PLG_CAPTCHA_BOLLARD_INCOMPLETE');
expect(
    'a host that may not be used is no verdict',
    refusal(
        $plugin(['host' => 'http://captcha.example.org'] + $settings),
        token(''),
    ) === 'PLG_CAPTCHA_BOLLARD_INCOMPLETE',
);

$english = parse_ini_file(__DIR__ . '/../language/en-GB/plg_captcha_bollard.ini');
$german = parse_ini_file(__DIR__ . '/../language/de-DE/plg_captcha_bollard.ini');
expect('both languages have the same texts', array_keys($english) === array_keys($german));
preg_match_all(
    '/PLG_CAPTCHA_BOLLARD_[A-Z_]+/',
    file_get_contents(__DIR__ . '/../bollard.xml') . file_get_contents(__DIR__ . '/../src/Extension/Bollard.php'),
    $used,
);
expect('and all that are used', array_diff($used[0], array_keys($english)) === []);

function refusal(Bollard\Joomla\Extension\Bollard $plugin, mixed $token): string
{
    return thrown(fn () => $plugin->onCheckAnswer($token));
}

function thrown(callable $act): string
{
    try {
        $act();
        return '';
    } catch (RuntimeException $error) {
        return $error->getMessage();
    }
}
