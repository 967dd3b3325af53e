<?php

declare(strict_types=1);

namespace Bollard\Typo3\Service;

use Bollard\Typo3\Check;
use TYPO3\CMS\Core\Authentication\AbstractAuthenticationService;

/** Refuses frontend logins without a check, before TYPO3 looks at the password. */
final class LoginService extends AbstractAuthenticationService
{
    /** What TYPO3 takes for "no, and ask nobody else". */
    private const REFUSED = -1;
    /** What TYPO3 takes for "ask the next service". */
    private const GO_ON = 100;

    /** @param array<string, mixed> $user */
    public function authUser(array $user): int
    {
        $isLogin = ($this->login['status'] ?? '') === 'login' && ($this->login['uident'] ?? '') !== '';
        return $isLogin && Check::refusal(
            $GLOBALS['TYPO3_REQUEST'] ?? null,
            'login',
        ) !== null ? self::REFUSED : self::GO_ON;
    }
}
