<?php

$EM_CONF[$_EXTKEY] = [
    'title' => 'Bollard',
    'description' => 'A captcha nobody has to solve, on a server of your choice',
    'category' => 'fe',
    'state' => 'beta',
    'version' => '0.1.0',
    'constraints' => ['depends' => ['typo3' => '12.4.0-13.4.99', 'form' => '12.4.0-13.4.99']],
];
