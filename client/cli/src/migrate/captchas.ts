/** Captchas whose addresses Bollard answers. */
export type Captcha = 'recaptcha' | 'hcaptcha' | 'turnstile' | 'friendly-captcha'

export interface Address {
  readonly captcha: Captcha
  readonly kind: 'script' | 'verify'
  readonly pattern: RegExp
  /** Path at the installation. */
  readonly path: (found: string) => string
}

/** The addresses as they stand in code; slashes may be escaped. */
export const addresses: readonly Address[] = [
  address(
    'recaptcha',
    'script',
    '(?:https?:)?//(?:www\\.)?(?:google\\.com|recaptcha\\.net)/recaptcha/(?:api|enterprise)\\.js',
    (found) => (found.includes('enterprise') ? '/recaptcha/enterprise.js' : '/recaptcha/api.js'),
  ),
  address(
    'recaptcha',
    'verify',
    'https?://(?:www\\.)?(?:google\\.com|recaptcha\\.net)/recaptcha/api/siteverify',
    () => '/recaptcha/api/siteverify',
  ),
  address(
    'recaptcha',
    'script',
    '(?:https?:)?//(?:www\\.)?(?:google\\.com|recaptcha\\.net)/recaptcha/api/fallback',
    () => '/recaptcha/api/fallback',
  ),
  address('hcaptcha', 'script', '(?:https?:)?//(?:js\\.)?hcaptcha\\.com/1/api\\.js', () => '/hcaptcha/1/api.js'),
  address('hcaptcha', 'verify', 'https?://(?:api\\.)?hcaptcha\\.com/siteverify', () => '/hcaptcha/siteverify'),
  address(
    'turnstile',
    'script',
    '(?:https?:)?//challenges\\.cloudflare\\.com/turnstile/v0/(?:g/\\w+/)?api\\.js',
    () => '/turnstile/v0/api.js',
  ),
  address(
    'turnstile',
    'verify',
    'https?://challenges\\.cloudflare\\.com/turnstile/v0/siteverify',
    () => '/turnstile/v0/siteverify',
  ),
  address(
    'friendly-captcha',
    'script',
    '(?:https?:)?//(?:cdn\\.jsdelivr\\.net/npm|unpkg\\.com)/@friendlycaptcha/sdk(?:@[\\w.-]+)?/site(?:\\.compat)?(?:\\.min)?\\.js',
    () => '/friendly-captcha/site.min.js',
  ),
  address(
    'friendly-captcha',
    'verify',
    'https?://(?:global|eu)\\.frcapi\\.com/api/v2/captcha/siteverify',
    () => '/api/v2/captcha/siteverify',
  ),
]

function address(captcha: Captcha, kind: Address['kind'], pattern: string, path: Address['path']): Address {
  return { captcha, kind, path, pattern: new RegExp(pattern.replaceAll('/', String.raw`\\?/`), 'gu') }
}

/** Marks of a captcha that stay as they are, since Bollard answers to them. */
export const marks: readonly { readonly captcha: Captcha; readonly pattern: RegExp }[] = [
  {
    captcha: 'recaptcha',
    pattern:
      /\bg-recaptcha\b|\bgrecaptcha\b|react-google-recaptcha|vue-recaptcha|ng-recaptcha|django_recaptcha|["'](?:express-recaptcha|recaptcha2|recaptcha-v3)["']|\bReCaptcha\\|\bRECAPTCHA_/u,
  },
  {
    captcha: 'hcaptcha',
    pattern: /\bh-captcha\b|@hcaptcha\/|(?:from|require\(|import\(?)\s{0,4}["'](?:verify-)?hcaptcha["']|\bHCAPTCHA_/u,
  },
  {
    captcha: 'turnstile',
    pattern: /\bcf-turnstile\b|react-turnstile|vue-turnstile|turnstile-verify|cf-turnstile|\bTURNSTILE_/u,
  },
  { captcha: 'friendly-captcha', pattern: /\bfrc-captcha\b|@friendlycaptcha\/|\bFRC_|\bFRIENDLY_?CAPTCHA_/u },
]

/** Keys as their makers write them. reCAPTCHA's site keys and secret keys look alike. */
const keyShape = String.raw`6L[\w-]{38}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[0-3]x[\dA-Za-z_-]{18,40}|FC[\dA-Z]{14}`

/** A site key where a name says that it is one; the first group stays. */
export const siteKeyPlaces: readonly RegExp[] = [
  new RegExp(
    String.raw`((?:data-)?site[-_]?key\w{0,40}["']?\s{0,8}[:=]\s{0,8}\{?\s{0,8}["'\x60]?)(${keyShape})(?![\w-])`,
    'giu',
  ),
  new RegExp(String.raw`([?&]render=)(${keyShape})(?![\w-])`, 'gu'),
  new RegExp(String.raw`(\b(?:execute|render)\(\s{0,8}["'\x60])(${keyShape})(?![\w-])`, 'gu'),
]

/** A secret key in the code, where everybody who reads the code reads it. */
export const secretPlace = new RegExp(
  String.raw`secret\w{0,40}["']?\s{0,8}[:=]\s{0,8}["'\x60](${keyShape}|ES_[\da-f]{32})`,
  'iu',
)

/** Published keys for tests, which work at Bollard as they are. */
export const testKeys: ReadonlySet<string> = new Set([
  '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI',
  '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
  '10000000-ffff-ffff-ffff-000000000001',
  '20000000-ffff-ffff-ffff-000000000002',
  '30000000-ffff-ffff-ffff-000000000003',
  '1x00000000000000000000AA',
  '2x00000000000000000000AB',
  '1x00000000000000000000BB',
  '2x00000000000000000000BB',
  '3x00000000000000000000FF',
])

/** Names under which configurations keep keys. They stay; their values change. */
export const settingName =
  /\b(?:[A-Z][A-Z\d]*_){0,4}(?:RE|H|FRIENDLY_?)?(?:CAPTCHA|TURNSTILE|FRC)(?:_[A-Z\d]+){0,4}_(?:KEY|SECRET|SITEKEY|APIKEY)(?:_[A-Z\d]+){0,4}\b/gu

/** Hosts of captchas in content policies. Those of Google serve other things as well, so only their paths for reCAPTCHA count. */
export const policyHost =
  /^(?:https?:\/\/|\/\/)?(?:(?:www\.)?(?:google\.com|gstatic\.com|recaptcha\.net)\/recaptcha\/?.*|recaptcha\.google\.com\b.*|(?:www\.)?recaptcha\.net\/?|(?:\*\.|[\w-]+\.)?hcaptcha\.com\/?.*|challenges\.cloudflare\.com\/?.*|(?:\*\.|global\.|eu\.)?frcapi\.com\/?.*)$/u

/** What Bollard has no answer for, and what to do instead. */
export const unsupported: readonly { readonly code: string; readonly pattern: RegExp; readonly advice: string }[] = [
  {
    code: 'enterprise-assessment',
    pattern:
      /projects\/[^\s"'`]{0,200}\/assessments|RecaptchaEnterpriseServiceClient|recaptchaenterprise\.googleapis\.com/u,
    advice:
      'Bollard has no assessments of reCAPTCHA Enterprise. Ask {host}/recaptcha/api/siteverify as for v3: success, score and action come from there.',
  },
  {
    code: 'friendly-version-1',
    pattern: /friendly-challenge|api\.friendlycaptcha\.com\/api\/v1/u,
    advice:
      'Version 1 of Friendly Captcha has no counterpart. Load {host}/widget.js, put <bollard-captcha> into the form and verify at {host}/captcha/v1/siteverify.',
  },
  {
    code: 'host-in-parts',
    pattern:
      /["'`](?:www\.google\.com|www\.recaptcha\.net|api\.hcaptcha\.com|hcaptcha\.com|challenges\.cloudflare\.com|(?:global|eu)\.frcapi\.com)["'`]/u,
    advice:
      'The host and the path of an address stand apart here. Put the host of {host} and the path of our address there.',
  },
]
