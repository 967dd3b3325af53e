<?php

// The extension against stand-ins for TYPO3's interfaces. Ends with 1 when anything is wrong.
declare(strict_types=1);

use Bollard\Typo3\Form\BollardValidator;
use Bollard\Typo3\Service\LoginService;
use Bollard\Typo3\ViewHelpers\FieldViewHelper;
use TYPO3\CMS\Core\Configuration\ExtensionConfiguration;
use TYPO3\CMS\Core\Page\AssetCollector;
use TYPO3\CMS\Core\Utility\ExtensionManagementUtility;

require __DIR__ . '/../../php/tests/start-answers.php';
require __DIR__ . '/typo3.php';
loadClasses('Bollard\\Typo3\\', __DIR__ . '/../Classes');

[$address, $asked] = startAnswers();
ExtensionConfiguration::$stored = [
    'host' => $address,
    'siteKey' => 'bsk_test',
    'secretKey' => 'bsec_test',
    'failPolicy' => 'recorded-outage',
];

/** @return list<string> */
function validate(mixed $token, string $form = 'contact'): array
{
    $GLOBALS['TYPO3_REQUEST'] = new Request(
        ['bollard-response' => $token, 'tx_form_formframework' => ['__state' => 'x', $form => ['name' => 'Anna']]],
    );
    return (new BollardValidator())->validate(null);
}

$token = token('contact');
expect('a token passes', validate($token) === []);
$before = $asked();
expect('a form that is validated again asks nothing again', validate($token) === [] && $asked() === $before);
expect('a token of another form is refused', validate(token('newsletter')) === ['refused']);
expect('a made-up token is refused', validate('made-up') === ['refused']);
foreach ([null, '', ['x']] as $none) {
    expect('no token, no entry', validate($none) === ['missing']);
}
$GLOBALS['TYPO3_REQUEST'] = null;
expect('no request, no entry', (new BollardValidator())->validate(null) === ['missing']);

$login = new LoginService();
$login->login = ['status' => 'login', 'uident' => 'password'];
$GLOBALS['TYPO3_REQUEST'] = new Request(['bollard-response' => token('login')]);
expect('a login with a token goes on to the password', $login->authUser([]) === 100);
$GLOBALS['TYPO3_REQUEST'] = new Request(['bollard-response' => token('contact')]);
expect('a login with the token of a form is refused', $login->authUser([]) === -1);
$GLOBALS['TYPO3_REQUEST'] = new Request([]);
expect('a login without a token is refused', $login->authUser([]) === -1);
$login->login = ['status' => ''];
expect('a session is not asked', $login->authUser([]) === 100);

require __DIR__ . '/../ext_localconf.php';
expect('login is left alone unless it is wanted', ExtensionManagementUtility::$services === []);
ExtensionConfiguration::$stored['protectLogin'] = '1';
require __DIR__ . '/../ext_localconf.php';
expect('and comes before the password', ExtensionManagementUtility::$services[0]['priority'] > 50);

$assets = new AssetCollector();
$field = new FieldViewHelper($assets);
$field->arguments = ['action' => '"><script>'];
$html = $field->render();
expect(
    'nothing leaves its attribute',
    str_starts_with($html, '<bollard-captcha sitekey="bsk_test"') && !str_contains($html, '<script>'),
);
expect(
    'the script is a module of the installation',
    $assets->scripts === ["{$address}/widget.js" => ['type' => 'module']],
);

ExtensionConfiguration::$stored['host'] = 'http://127.0.0.1:1';
expect('while Bollard is away nobody passes', validate(token('contact')) === ['unavailable']);
ExtensionConfiguration::$stored['failPolicy'] = 'open';
expect('unless the owner wants that', validate(token('contact')) === []);
