<?php

declare(strict_types=1);

namespace Bollard\Symfony;

use Symfony\Component\HttpKernel\Bundle\Bundle;

/** Symfony 5.4 and newer. Configured under `bollard`; see `BollardExtension`. */
final class BollardBundle extends Bundle
{
    public function getPath(): string
    {
        return \dirname(__DIR__, 2);
    }
}
