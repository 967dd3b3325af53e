<?php

declare(strict_types=1);

namespace Bollard\Symfony;

use Bollard\Bollard;
use Bollard\Refusal;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\ConstraintValidator;
use Symfony\Component\Validator\Exception\UnexpectedTypeException;

/** The verdict is the request's attribute `bollard`; a violation has the code of the refusal. */
final class CaptchaValidator extends ConstraintValidator
{
    public function __construct(private readonly Bollard $bollard, private readonly RequestStack $requests)
    {
    }

    public function validate(mixed $value, Constraint $constraint): void
    {
        if (!$constraint instanceof Captcha) {
            throw new UnexpectedTypeException($constraint, Captcha::class);
        }
        $request = $this->requests->getCurrentRequest();
        $remoteIp = $constraint->sendAddress ? $request?->getClientIp() : null;
        $verdict = $this->bollard->verify($value, $remoteIp, $constraint->action, $constraint->hostnames);
        $request?->attributes->set('bollard', $verdict);
        if (!$verdict->passed) {
            $refusal = Refusal::of($verdict);
            $message = $constraint->messages[$refusal->code] ?? $refusal->message;
            $this->context->buildViolation($message)->setCode($refusal->code)->addViolation();
        }
    }
}
