<?php

return [
    'name' => 'Forms',
    'env' => 'production',
    'debug' => false,
    'key' => str_repeat('k', 32),
    'cipher' => 'AES-256-CBC',
    'locale' => 'en',
    'fallback_locale' => 'en',
    'timezone' => 'UTC',
    'providers' => [
        Illuminate\Filesystem\FilesystemServiceProvider::class,
        Illuminate\Foundation\Providers\FoundationServiceProvider::class,
        Illuminate\Translation\TranslationServiceProvider::class,
        Illuminate\Validation\ValidationServiceProvider::class,
        Illuminate\View\ViewServiceProvider::class,
        Bollard\Laravel\BollardServiceProvider::class,
    ],
];
