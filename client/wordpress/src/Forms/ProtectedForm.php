<?php

declare(strict_types=1);

namespace Bollard\WordPress\Forms;

use Bollard\WordPress\Captcha;
use Bollard\WordPress\Settings;

/** A form of WordPress or of a plugin: how the widget gets into it, and where its token is checked. */
interface ProtectedForm
{
    /** A stable id, in the settings and as the token's action. */
    public function id(): string;

    /** What the settings page calls it. */
    public function label(): string;

    /** Whether the plugin that makes the form is there. */
    public function isAvailable(): bool;

    public function protect(Captcha $captcha, Settings $settings): void;
}
