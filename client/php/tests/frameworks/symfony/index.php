<?php

// The application of client/framework-cases.json, with Debian's Symfony, for PHP's own server.
declare(strict_types=1);

use Bollard\Symfony\BollardBundle;
use Bollard\Symfony\Protect;
use Bollard\Symfony\RefusedEvent;
use Bollard\Verdict;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

foreach (['Bundle/FrameworkBundle', 'Component/Form', 'Component/Validator', 'Component/Yaml'] as $part) {
    require_once "/usr/share/php/Symfony/{$part}/autoload.php";
}
require __DIR__ . '/../../autoload.php';
if (is_string(getenv('BOLLARD_EXAMPLE'))) {
    require getenv('BOLLARD_EXAMPLE');
}

final class Forms extends Kernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new BollardBundle()];
    }

    public function getProjectDir(): string
    {
        return \dirname(__DIR__, 3) . '/.build-frameworks/symfony-' . getenv('PORT');
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', [
            'secret' => 'of a test',
            'test' => true,
            'form' => ['enabled' => true],
            'validation' => ['enabled' => true],
            'csrf_protection' => false,
            'http_method_override' => false,
        ]);
        $container->extension('bollard', [
            'secret_key' => '%env(BOLLARD_SECRET_KEY)%',
            'host' => '%env(BOLLARD_HOST)%',
            'site_key' => 'bsk_of_a_test',
            'fail_policy' => '%env(BOLLARD_FAIL_POLICY)%',
        ]);
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $example = getenv('BOLLARD_EXAMPLE');
        if (is_string($example)) {
            // As routing of attributes does; its loader of Debian needs Doctrine's annotations.
            $attributes = (new ReflectionMethod(App\Controller\SignupController::class, 'signup'))->getAttributes();
            $routes->add('example', $attributes[0]->getArguments()[0])
                ->controller([App\Controller\SignupController::class, 'signup']);
            return;
        }
        $methods = [
            '/signup' => 'signup', '/shop' => 'shop', '/elsewhere' => 'elsewhere', '/delete-account' => 'deleteAccount',
            '/with-address' => 'withAddress', '/own-answer' => 'ownAnswer',
        ];
        foreach ($methods as $path => $method) {
            $routes->add($method, $path)->controller([FormsController::class, $method]);
        }
    }
}

final class FormsController
{
    #[Protect(action: 'signup')]
    public function signup(Request $request): Response
    {
        return self::answer($request);
    }

    #[Protect(hostnames: ['shop.example'])]
    public function shop(Request $request): Response
    {
        return self::answer($request);
    }

    #[Protect(hostnames: ['other.example'])]
    public function elsewhere(Request $request): Response
    {
        return self::answer($request);
    }

    #[Protect(action: 'delete-account')]
    public function deleteAccount(Request $request): Response
    {
        return self::answer($request);
    }

    #[Protect(sendAddress: true)]
    public function withAddress(Request $request): Response
    {
        return self::answer($request);
    }

    #[Protect]
    public function ownAnswer(Request $request): Response
    {
        return self::answer($request);
    }

    private static function answer(Request $request): Response
    {
        $isJson = $request->headers->get('Content-Type') === 'application/json';
        $fields = $isJson ? json_decode($request->getContent(), true) : $request->request->all();
        return self::of($fields['name'], $request->attributes->get('bollard'));
    }

    private static function of(string $name, Verdict $verdict): Response
    {
        return new JsonResponse(['name' => $name, 'verdict' => get_object_vars($verdict)]);
    }
}

$kernel = new Forms('prod', false);
$kernel->boot();
$kernel->getContainer()->get('event_dispatcher')->addListener(RefusedEvent::class, static function (RefusedEvent $event): void {
    if ($event->request->getPathInfo() === '/own-answer') {
        $event->response = new Response("own answer: {$event->refusal->code}", 422);
    }
});
$response = $kernel->handle(Request::createFromGlobals());
$response->send();
