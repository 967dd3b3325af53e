<?php

// routes/web.php of a Laravel application, with BOLLARD_SECRET_KEY and BOLLARD_HOST=https://captcha.example.org in its .env
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Route;

// #region verify
Route::post('/signup', function (Request $request) {
    $verdict = $request->attributes->get('bollard');
    logger()->debug("verification {$verdict->verificationId}");
    return 'Thank you.';
})->middleware('bollard:signup');
// #endregion
