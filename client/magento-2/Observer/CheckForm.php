<?php

declare(strict_types=1);

namespace Bollard\Magento\Observer;

use Bollard\ConfigurationError;
use Bollard\Magento\Model\Settings;
use Magento\Framework\App\Action\Action;
use Magento\Framework\App\ActionFlag;
use Magento\Framework\App\RequestInterface;
use Magento\Framework\App\Response\RedirectInterface;
use Magento\Framework\App\ResponseInterface;
use Magento\Framework\Event\Observer;
use Magento\Framework\Event\ObserverInterface;
use Magento\Framework\Message\ManagerInterface;
use Magento\Framework\Phrase;
use Psr\Log\LoggerInterface;

/** Stops an action of a protected form whose visitor didn't pass, before it runs. */
class CheckForm implements ObserverInterface
{
    private const FORMS = [
        'customer_account_loginpost' => 'login',
        'customer_ajax_login' => 'login',
        'customer_account_createpost' => 'register',
        'customer_account_forgotpasswordpost' => 'forgot',
        'contact_index_post' => 'contact',
        'review_product_post' => 'review',
    ];

    public function __construct(
        private readonly Settings $settings,
        private readonly ActionFlag $actionFlag,
        private readonly RedirectInterface $redirect,
        private readonly ResponseInterface $response,
        private readonly ManagerInterface $messages,
        private readonly LoggerInterface $log,
    ) {
    }

    public function execute(Observer $observer): void
    {
        $request = $observer->getEvent()->getData('request');
        $action = strtolower((string) $request->getFullActionName());
        $form = self::FORMS[$action] ?? '';
        if ($form === '' || !$this->settings->protects($form)) {
            return;
        }
        $isAjax = $action === 'customer_ajax_login';
        $refusal = $this->refusal(
            $form,
            $isAjax ? self::tokenOfJson($request) : $request->getParam('bollard-response'),
        );
        if ($refusal === null) {
            return;
        }
        $this->actionFlag->set('', Action::FLAG_NO_DISPATCH, true);
        if ($isAjax) {
            $this->response->representJson((string) json_encode(['errors' => true, 'message' => (string) $refusal]));
            return;
        }
        $this->messages->addErrorMessage((string) $refusal);
        // Magento allows only addresses of the shop here.
        $this->response->setRedirect($this->redirect->getRefererUrl());
    }

    private function refusal(string $form, mixed $token): ?Phrase
    {
        try {
            $verdict = $this->settings->client()->verify($token, null, $form);
        } catch (ConfigurationError $error) {
            $this->log->error("Bollard is not set up: {$error->reason}");
            return __('The check is not available at the moment. Please try again in a minute.');
        }
        if ($verdict->failure !== null) {
            $this->log->warning("Bollard gave no verdict: {$verdict->failure}");
        }
        return $verdict->passed ? null : match (true) {
            $verdict->failure !== null => __('The check is not available at the moment. Please try again in a minute.'),
            in_array('missing-input-response', $verdict->codes, true) => __('The form was sent without its check. Please wait until the check is done, then send the form again.'),
            in_array('timeout-or-duplicate', $verdict->codes, true) => __(
                'The check has expired. Please send the form again.',
            ),
            default => __('We could not confirm that you are a person. Please try again.'),
        };
    }

    /** The popup of the cart sends JSON, with all fields of its form. */
    private static function tokenOfJson(RequestInterface $request): mixed
    {
        $sent = json_decode((string) $request->getContent(), true);
        return is_array($sent) ? $sent['bollard-response'] ?? null : null;
    }
}
