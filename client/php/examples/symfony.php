<?php

// src/Controller/SignupController.php of a Symfony application; config/packages/bollard.yaml has secret_key and host
namespace App\Controller;

use Bollard\Symfony\Protect;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Annotation\Route;

final class SignupController
{
    // #region verify
    #[Route('/signup', methods: ['POST'])]
    #[Protect(action: 'signup')]
    public function signup(Request $request): Response
    {
        $score = $request->attributes->get('bollard')->score;
        return new Response('Thank you.');
    }
    // #endregion
}
