<?php

// The parts for Laravel and Symfony that are not about HTTP, with Debian's packages. Ends with 1 when anything is wrong.
declare(strict_types=1);

use Bollard\Bollard;
use Bollard\Laravel\Captcha as LaravelCaptcha;
use Bollard\Symfony\Captcha;
use Bollard\Symfony\CaptchaType;
use Bollard\Symfony\CaptchaValidator;
use Bollard\Transport\NoVerdict;
use Bollard\Transport\Transport;
use Illuminate\Container\Container;
use Illuminate\Translation\ArrayLoader;
use Illuminate\Translation\Translator;
use Illuminate\Validation\Factory;
use Symfony\Component\Form\Extension\Validator\ValidatorExtension;
use Symfony\Component\Form\Forms;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\Validator\ConstraintValidatorFactory;
use Symfony\Component\Validator\Validation;

require '/usr/share/php/Illuminate/autoload.php';
foreach (['Form', 'Validator', 'HttpFoundation'] as $part) {
    require_once "/usr/share/php/Symfony/Component/{$part}/autoload.php";
}
require __DIR__ . '/autoload.php';

$answers = new class implements Transport {
    public array $answer = ['success' => true, 'action' => 'signup'];
    public string $body = '';

    public function post(string $address, string $body, float $deadline): array|NoVerdict
    {
        $this->body = $body;
        return $this->answer;
    }
};
$bollard = new Bollard('bsec_x', 'https://captcha.example.org', transport: $answers);

Container::getInstance()->instance(Bollard::class, $bollard);
$rules = new Factory(new Translator(new ArrayLoader(), 'en'));
$rule = new LaravelCaptcha(action: 'signup');
$passes = static fn (array $form): bool => $rules->make($form, ['bollard-response' => $rule])->passes();
expect('a token that passes is valid', $passes(['bollard-response' => 'token']) && $rule->verdict->action === 'signup');
expect('a form without the field is refused', !$passes([]) && str_contains($rule->message(), 'Complete the captcha'));
expect('a list is no token', !$passes(['bollard-response' => ['token']]));
$answers->answer = ['success' => true, 'action' => 'delete-account'];
expect('a token of another form is refused', !$passes(['bollard-response' => 'token']));

$requests = new RequestStack();
$requests->push(Request::create('/', 'POST', server: ['REMOTE_ADDR' => '203.0.113.9']));
$validators = new ConstraintValidatorFactory();
$factory = new class ($validators, $bollard, $requests) implements Symfony\Component\Validator\ConstraintValidatorFactoryInterface {
    public function __construct(private $others, private $bollard, private $requests)
    {
    }

    public function getInstance(Symfony\Component\Validator\Constraint $constraint): Symfony\Component\Validator\ConstraintValidatorInterface
    {
        return $constraint instanceof Captcha
            ? new CaptchaValidator($this->bollard, $this->requests)
            : $this->others->getInstance($constraint);
    }
};
$validator = Validation::createValidatorBuilder()->setConstraintValidatorFactory($factory)->getValidator();
$codes = static fn (mixed $value, Captcha $captcha): array => array_map(
    static fn ($violation) => $violation->getCode(),
    iterator_to_array($validator->validate($value, $captcha)),
);
expect('the constraint refuses a token of another form', $codes('token', new Captcha('signup')) === ['captcha-refused']);
expect('and a value that is none', $codes(null, new Captcha()) === ['captcha-missing']);
expect('it keeps the address here', !str_contains($answers->body, '203.0.113.9'));
expect('it accepts others', $codes('token', new Captcha(sendAddress: true)) === []);
expect('it sends the address if told to', str_contains($answers->body, '203.0.113.9'));
expect('the verdict is with the request', $requests->getCurrentRequest()->attributes->get('bollard') !== null);
$own = $validator->validate('', new Captcha(messages: ['captcha-missing' => 'Bitte lösen']));
expect('messages can be of the application', $own[0]->getMessage() === 'Bitte lösen');

$forms = Forms::createFormFactoryBuilder()
    ->addExtension(new ValidatorExtension($validator))
    ->addType(new CaptchaType('https://captcha.example.org', 'bsk_"x'))
    ->getFormFactory();
$form = static fn () => $forms->createNamedBuilder('contact')
    ->add('captcha', CaptchaType::class, ['action_name' => 'signup'])
    ->getForm();
$answers->answer = ['success' => true, 'action' => 'signup'];
expect('a form with a token is valid', $form()->submit(['captcha' => 'token'])->isValid());
expect('a form without is not', !$form()->submit([])->isValid());
$view = $form()->createView()['captcha'];
$element = $view->vars['bollard_element'];
expect('the widget carries the name of the field', str_contains($element, 'name="contact[captcha]"'));
expect('and has no markup of its keys', str_contains($element, 'sitekey="bsk_&quot;x"') && str_contains($element, 'action="signup"'));

function expect(string $what, bool $holds): void
{
    if (!$holds) {
        fwrite(STDERR, "FAILED: {$what}\n");
        exit(1);
    }
}
