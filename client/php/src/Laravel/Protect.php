<?php

declare(strict_types=1);

namespace Bollard\Laravel;

use Bollard\Bollard;
use Bollard\Refusal;
use Bollard\Verdict;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * The middleware `bollard`: lets a request through if its token passed, and answers others with 403. The verdict is
 * `$request->attributes->get('bollard')`.
 *
 *     Route::post('/signup', …)->middleware('bollard:signup');
 *     Route::post('/order', …)->middleware('bollard:order,send-address,shop.example');
 */
final class Protect
{
    /** @var (\Closure(Refusal, Request, Verdict): Response)|null */
    private static ?\Closure $answer = null;

    public function __construct(private readonly Bollard $bollard)
    {
    }

    /**
     * Answers refused visitors with what a function of yours returns; call it in a service provider.
     *
     * @param (callable(Refusal, Request, Verdict): Response)|null $answer null: as without
     */
    public static function answerRefusedWith(?callable $answer): void
    {
        self::$answer = $answer === null ? null : $answer(...);
    }

    /**
     * @param \Closure(Request): Response $next
     * @param string $action the action that the form gave the widget; empty: any
     * @param string ...$more host names on which the form may have been; `send-address` tells Bollard the visitor's address
     */
    public function handle(Request $request, \Closure $next, string $action = '', string ...$more): Response
    {
        $hostnames = array_values(array_diff($more, ['send-address']));
        $verdict = $this->bollard->verify(
            self::tokenOf($request),
            in_array('send-address', $more, true) ? $request->ip() : null,
            $action === '' ? null : $action,
            $hostnames === [] ? null : $hostnames,
        );
        $request->attributes->set('bollard', $verdict);
        if ($verdict->passed) {
            return $next($request);
        }
        $refusal = Refusal::of($verdict);
        if (self::$answer !== null) {
            return (self::$answer)($refusal, $request, $verdict);
        }
        return Refusal::isPageWanted((string) $request->headers->get('Accept'))
            ? new Response($refusal->asPage(), 403, ['Content-Type' => 'text/html; charset=utf-8'])
            : new Response(json_encode($refusal, JSON_THROW_ON_ERROR), 403, ['Content-Type' => 'application/json']);
    }

    /** Of the body alone, form or JSON; addresses with a token get logged. */
    private static function tokenOf(Request $request): mixed
    {
        $fields = $request->isJson() ? $request->json() : $request->request;
        return $fields->all()['bollard-response'] ?? $request->headers->get('bollard-response');
    }
}
