<?php

declare(strict_types=1);

defined('_JEXEC') || exit;

use Bollard\Joomla\Extension\Bollard;
use Joomla\CMS\Extension\PluginInterface;
use Joomla\CMS\Factory;
use Joomla\CMS\Plugin\PluginHelper;
use Joomla\DI\Container;
use Joomla\DI\ServiceProviderInterface;
use Joomla\Event\DispatcherInterface;

return new class implements ServiceProviderInterface {
    public function register(Container $container): void
    {
        // The classes of client/php, which client/bundle.php puts beside this folder.
        spl_autoload_register(static function (string $class): void {
            $file = dirname(__DIR__) . '/client/' . str_replace(
                '\\',
                '/',
                substr($class, strlen('Bollard\\')),
            ) . '.php';
            if (str_starts_with($class, 'Bollard\\') && !str_starts_with(
                $class,
                'Bollard\\Joomla\\',
            ) && is_file($file)) {
                require $file;
            }
        });
        $container->set(PluginInterface::class, static function (Container $container): Bollard {
            // Joomla 4 takes it by reference.
            $dispatcher = $container->get(DispatcherInterface::class);
            $plugin = new Bollard($dispatcher, (array) PluginHelper::getPlugin('captcha', 'bollard'));
            $plugin->setApplication(Factory::getApplication());
            return $plugin;
        });
    }
};
