<?php

declare(strict_types=1);

use Bollard\Typo3\Service\LoginService;
use Bollard\Typo3\Settings;
use TYPO3\CMS\Core\Utility\ExtensionManagementUtility;

defined('TYPO3') || die();

$GLOBALS['TYPO3_CONF_VARS']['SYS']['fluid']['namespaces']['bollard'][] = 'Bollard\\Typo3\\ViewHelpers';

if (Settings::current()->protectLogin) {
    // Before TYPO3 looks at the password, so that none is tried without a check.
    ExtensionManagementUtility::addService('bollard', 'auth', LoginService::class, [
        'title' => 'Bollard',
        'description' => 'Checks that a frontend login comes from a person',
        'subtype' => 'authUserFE',
        'available' => true,
        'priority' => 90,
        'quality' => 90,
        'os' => '',
        'exec' => '',
        'className' => LoginService::class,
    ]);
}
