<?php

declare(strict_types=1);

namespace Bollard;

/** What a refused visitor is told: nothing that helps a bot. */
final class Refusal implements \JsonSerializable
{
    private const MESSAGES = [
        'captcha-missing' => 'Complete the captcha, then submit the form again.',
        'captcha-refused' => "The captcha wasn't accepted. Reload the page, then submit the form again.",
        'captcha-unavailable' => "The captcha can't be verified at the moment. Submit the form again in a few minutes.",
    ];

    public readonly string $message;

    /**
     * @param key-of<self::MESSAGES> $code `captcha-missing`: the form has no token; `captcha-refused`: Bollard or an expectation of the
     *   form refused it; `captcha-unavailable`: there is no verdict, and the fail policy lets nobody pass without one
     */
    public function __construct(public readonly string $code)
    {
        $this->message = self::MESSAGES[$code];
    }

    /** What to tell the visitor of a verdict that didn't pass. */
    public static function of(Verdict $verdict): self
    {
        return new self(match (true) {
            in_array('missing-input-response', $verdict->codes, true) => 'captcha-missing',
            $verdict->failure !== null, $verdict->decidedBy === 'fail-policy' => 'captcha-unavailable',
            default => 'captcha-refused',
        });
    }

    /** Whether the visitor's browser asks for a page rather than JSON, by its header Accept. */
    public static function isPageWanted(string $accept): bool
    {
        return str_contains($accept, 'text/html');
    }

    public function asPage(): string
    {
        $head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Form not submitted</title>';
        return "{$head}<p>{$this->message}</p></html>";
    }

    /** @return array{code: string, message: string} */
    public function jsonSerialize(): array
    {
        return ['code' => $this->code, 'message' => $this->message];
    }
}
