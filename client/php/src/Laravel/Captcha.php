<?php

declare(strict_types=1);

namespace Bollard\Laravel;

use Bollard\Bollard;
use Bollard\Refusal;
use Bollard\Verdict;
use Illuminate\Container\Container;
use Illuminate\Contracts\Validation\ImplicitRule;

/**
 * A validation rule for the field `bollard-response`: `'bollard-response' => new Captcha(action: 'signup')`. It also refuses a form without
 * that field. The token counts once, so let the other rules of a form come first.
 */
final class Captcha implements ImplicitRule
{
    /** Of the last form; null before. */
    public ?Verdict $verdict = null;

    /**
     * @param list<string>|null $hostnames host names on which the form may have been
     * @param string|null $remoteIp the visitor's address, such as `$request->ip()`; it stays here unless you give it
     */
    public function __construct(
        private readonly ?string $action = null,
        private readonly ?array $hostnames = null,
        private readonly ?string $remoteIp = null,
    ) {
    }

    /** @inheritDoc */
    public function passes($attribute, $value): bool
    {
        $bollard = Container::getInstance()->make(Bollard::class);
        $this->verdict = $bollard->verify($value, $this->remoteIp, $this->action, $this->hostnames);
        return $this->verdict->passed;
    }

    /** What to tell the visitor; for one of your own, see the code of `Refusal::of($rule->verdict)`. */
    public function message(): string
    {
        return $this->verdict === null ? '' : Refusal::of($this->verdict)->message;
    }
}
