<?php

// The application of client/framework-cases.json, with Debian's Laravel, for PHP's own server.
declare(strict_types=1);

use Bollard\Laravel\Captcha;
use Bollard\Laravel\Protect;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Blade;
use Illuminate\Support\Facades\Route;

require '/usr/share/php/Illuminate/autoload.php';
require __DIR__ . '/../../autoload.php';

$scratch = \dirname(__DIR__, 3) . '/.build-frameworks/laravel-' . getenv('PORT');
foreach (['', '/framework/views'] as $folder) {
    is_dir($scratch . $folder) || mkdir($scratch . $folder, 0700, true);
}
foreach (['PACKAGES', 'SERVICES'] as $name) {
    $_ENV["APP_{$name}_CACHE"] = $_SERVER["APP_{$name}_CACHE"] = "{$scratch}/{$name}.php";
}
$app = new Illuminate\Foundation\Application(__DIR__);
$app->useStoragePath($scratch);
$app->singleton(Kernel::class, Illuminate\Foundation\Http\Kernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
$app->booted(function (): void {
    $answer = static function (Request $request) {
        $verdict = $request->attributes->get('bollard');
        return response()->json(['name' => $request->input('name'), 'verdict' => get_object_vars($verdict)]);
    };
    Route::post('/signup', $answer)->middleware('bollard:signup');
    Route::post('/shop', $answer)->middleware('bollard:,shop.example');
    Route::post('/elsewhere', $answer)->middleware('bollard:,other.example');
    Route::post('/delete-account', $answer)->middleware('bollard:delete-account');
    Route::post('/with-address', $answer)->middleware('bollard:,send-address');
    Route::post('/own-answer', $answer)->middleware('bollard');
    Route::post('/validated', static function (Request $request) {
        $rule = new Captcha(action: 'signup');
        $request->validate(['name' => 'required', 'bollard-response' => $rule]);
        return response()->json(['name' => $request->input('name'), 'verdict' => get_object_vars($rule->verdict)]);
    });
    Route::get('/element', static fn () => Blade::compileString("@bollard('signup')"));
    $example = getenv('BOLLARD_EXAMPLE');
    if (is_string($example)) {
        app('router')->setRoutes(new Illuminate\Routing\RouteCollection());
        require $example;
    }
    if (($_SERVER['REQUEST_URI'] ?? '') === '/own-answer') {
        Protect::answerRefusedWith(static fn ($refusal) => response("own answer: {$refusal->code}", 422));
    }
});
$kernel = $app->make(Kernel::class);
$response = $kernel->handle($request = Request::capture())->send();
$kernel->terminate($request, $response);
