<?php

declare(strict_types=1);

namespace Bollard\Laravel;

use Bollard\Bollard;
use Illuminate\Contracts\Container\Container;
use Illuminate\Routing\Router;
use Illuminate\Support\ServiceProvider;

/** Binds the client of `config/bollard.php`, and brings the middleware `bollard` and the Blade directive `@bollard('action')`. */
final class BollardServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../../config/bollard.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'bollard');
        $this->app->singleton(Bollard::class, static function (Container $app): Bollard {
            $config = $app->make('config')->get('bollard');
            return new Bollard(
                (string) $config['secret_key'],
                (string) $config['host'],
                timeout: (float) $config['timeout'],
                failPolicy: (string) $config['fail_policy'],
            );
        });
    }

    public function boot(): void
    {
        $this->publishes([self::CONFIG => $this->app->configPath('bollard.php')], 'bollard-config');
        $this->app->make(Router::class)->aliasMiddleware('bollard', Protect::class);
        $this->callAfterResolving('blade.compiler', static function (object $blade): void {
            $blade->directive('bollard', static fn (string $action): string => sprintf(
                "<?php echo \\Bollard\\Element::html((string) config('bollard.host'), (string) config('bollard.site_key'), %s); ?>",
                trim($action) === '' ? 'null' : $action,
            ));
        });
    }
}
