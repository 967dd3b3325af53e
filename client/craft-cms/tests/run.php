<?php

// The plugin against stand-ins for the interfaces of Craft and Formie. Ends with 1 when anything is wrong.
declare(strict_types=1);

use Bollard\Craft\captchas\BollardCaptcha;
use Bollard\Craft\Plugin;
use craft\controllers\UsersController;
use craft\web\twig\variables\CraftVariable;
use verbb\formie\elements\Form;
use verbb\formie\elements\Submission;
use verbb\formie\services\Integrations;
use yii\base\ActionEvent;
use yii\base\Event;
use yii\web\ForbiddenHttpException;

require __DIR__ . '/../../php/tests/start-answers.php';
require __DIR__ . '/craft.php';
loadClasses('Bollard\\Craft\\', __DIR__ . '/../src');

[$address] = startAnswers();
Craft::$app = new Craft();

/** A new request with a token. */
function plugin(mixed $token = null): Plugin
{
    global $address;
    Craft::$app->sent = ['bollard-response' => $token];
    $plugin = new Plugin();
    putenv('BOLLARD_SECRET_KEY=bsec_test');
    [
        $plugin->settings->host,
        $plugin->settings->siteKey,
        $plugin->settings->secretKey,
    ] = [$address, 'bsk_test', '$BOLLARD_SECRET_KEY'];
    return $plugin;
}

$variable = new CraftVariable();
$event = new Event();
$event->sender = $variable;
plugin();
Event::$heard[CraftVariable::class . ' init']($event);
$html = (string) $variable->set['bollard']->field('"><script>x');
expect(
    'templates have the widget',
    str_contains(
        $html,
        "<script type=\"module\" src=\"{$address}/widget.js\"></script><bollard-captcha sitekey=\"bsk_test\"",
    ),
);
expect('nothing leaves its attribute', !str_contains($html, '<script>x'));

$registered = (object) ['captchas' => []];
Event::$heard[Integrations::class . ' registerIntegrations']($registered);
expect('Formie lists it', $registered->captchas === [BollardCaptcha::class]);
$submission = new Submission(new Form('contact us'));
$formie = static function (mixed $token) use ($submission): array {
    plugin($token);
    $captcha = new BollardCaptcha();
    return [$captcha->validateSubmission($submission), $captcha->spamReason];
};
plugin();
expect(
    'the widget of a form names the form',
    str_contains((new BollardCaptcha())->getFrontEndHtml(new Form('contact us')), ' action="formie-contact-us"'),
);
expect('a token passes', $formie($token = token('formie-contact-us')) === [true, '']);
expect('a token counts once', str_contains($formie($token)[1], 'expired'));
expect('a token of another form is refused', !$formie(token('formie-newsletter'))[0]);
foreach ([null, '', ['x'], 'made-up'] as $bad) {
    expect('no good token, no entry', !$formie($bad)[0]);
}
$twice = plugin(token('contact'));
expect(
    'a request asks once',
    $twice->captcha->refusal('contact') === null && $twice->captcha->refusal('contact') === null,
);

/** Whether an action of Craft runs. */
function runs(Plugin $plugin, string $action): bool
{
    $event = new ActionEvent((object) ['id' => $action]);
    try {
        Event::$heard[UsersController::class . ' beforeAction']($event);
        return $event->isValid;
    } catch (ForbiddenHttpException) {
        return false;
    }
}

foreach ([
    'login' => ['protectLogin', 'login'],
    'save-user' => ['protectRegistration', 'register'],
    'send-password-reset-email' => ['protectLostPassword', 'lost-password'],
] as $action => [$setting, $expected]) {
    expect("{$action}: left alone unless it is wanted", runs(plugin(), $action));
    $without = plugin();
    $without->settings->$setting = true;
    expect("{$action}: refused without a token", !runs($without, $action));
    $with = plugin(token($expected));
    $with->settings->$setting = true;
    expect("{$action}: runs with a token", runs($with, $action));
    Craft::$app->isSite = false;
    expect("{$action}: the control panel is left alone", runs($without, $action));
    Craft::$app->isSite = true;
}
$profile = plugin();
$profile->settings->protectRegistration = true;
Craft::$app->isGuest = false;
expect('somebody who is signed in changes their profile without a check', runs($profile, 'save-user'));

$away = plugin(token('contact'));
$away->settings->host = 'http://127.0.0.1:1';
expect(
    'while Bollard is away nobody passes, and the log says why',
    str_contains(
        (string) $away->captcha->refusal('contact'),
        'not available',
    ) && Craft::$warnings === ['No verdict about a visitor: unreachable'],
);
$away->settings->failPolicy = 'open';
expect('unless the owner wants that', $away->captcha->refusal('other') === null);

$settings = $away->settings;
foreach (['host' => 'http://captcha.example.org', 'secretKey' => '', 'failPolicy' => 'maybe'] as $field => $bad) {
    $wrong = clone $settings;
    $wrong->$field = $bad;
    $wrong->validate();
    expect("{$field}: what is wrong is said at the field", array_keys($wrong->errors) === [$field]);
}
