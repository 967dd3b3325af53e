<?php

declare(strict_types=1);

namespace Bollard\Symfony;

use Bollard\Bollard;
use Bollard\Refusal;
use Psr\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Event\ControllerEvent;

/** Does what `#[Protect]` says. */
final class ProtectListener
{
    public function __construct(private readonly Bollard $bollard, private readonly EventDispatcherInterface $events)
    {
    }

    public function onController(ControllerEvent $event): void
    {
        $protect = self::protectionOf($event->getController());
        $request = $event->getRequest();
        if ($protect === null || $request->isMethodSafe()) {
            return;
        }
        $verdict = $this->bollard->verify(
            self::tokenOf($request, $protect->field),
            $protect->sendAddress ? $request->getClientIp() : null,
            $protect->action,
            $protect->hostnames,
        );
        $request->attributes->set('bollard', $verdict);
        if (!$verdict->passed) {
            $refused = new RefusedEvent(Refusal::of($verdict), $request, $verdict);
            $this->events->dispatch($refused);
            $answer = $refused->response ?? self::answerOf($refused->refusal, $request);
            $event->setController(static fn (): Response => $answer);
        }
    }

    /** Of the method, else of its class. */
    private static function protectionOf(callable $controller): ?Protect
    {
        $method = match (true) {
            is_array($controller) => new \ReflectionMethod($controller[0], $controller[1]),
            $controller instanceof \Closure, is_string($controller) => new \ReflectionFunction($controller),
            default => new \ReflectionMethod($controller, '__invoke'),
        };
        $found = $method->getAttributes(Protect::class);
        if ($found === [] && (is_array($controller) || (is_object($controller) && !$controller instanceof \Closure))) {
            $class = new \ReflectionClass(is_array($controller) ? $controller[0] : $controller);
            $found = $class->getAttributes(Protect::class);
        }
        return $found === [] ? null : $found[0]->newInstance();
    }

    /** Of the body alone, form or JSON; addresses with a token get logged. */
    private static function tokenOf(Request $request, string $field): mixed
    {
        $fields = $request->request->all();
        if (preg_match('/^application\/(?:[\w.-]+\+)?json\b/i', (string) $request->headers->get('Content-Type')) === 1) {
            $fields = json_decode($request->getContent(), true);
        }
        return (is_array($fields) ? $fields[$field] ?? null : null) ?? $request->headers->get('bollard-response');
    }

    private static function answerOf(Refusal $refusal, Request $request): Response
    {
        return Refusal::isPageWanted((string) $request->headers->get('Accept'))
            ? new Response($refusal->asPage(), 403)
            : new JsonResponse($refusal, 403);
    }
}
