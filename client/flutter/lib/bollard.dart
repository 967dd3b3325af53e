/// Bollard's captcha in a web view.
library;

export 'src/captcha.dart' show BollardCaptcha, CaptchaController;
export 'src/pending_tokens.dart' show CaptchaException;
