/** A small project as its owner has it, and what moving it must do. `{host}` stands for the installation, `{key}` for the site key. */
export interface TestProject {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  /** What the command says that it found. */
  readonly found: string
  /** Per file, pieces that stand there afterwards. */
  readonly after: Readonly<Record<string, readonly string[]>>
  /** Codes of what is left to a person. */
  readonly steps: readonly string[]
}

const oldKey = '6LcAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A'
const oldSecret = '6LcZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZ'
const hcaptchaKey = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'
const turnstileKey = '0x4AAAAAAAbCdEfGhIjKlMnO'

/** Projects with a captcha, one for each framework and captcha. */
export const captchaProjects: readonly TestProject[] = [
  {
    name: 'HTML with reCAPTCHA v2 and a content policy',
    files: {
      'index.html': `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/; frame-src https://www.google.com/recaptcha/">
<script src="https://www.google.com/recaptcha/api.js" async defer></script>
<form method="post"><div class="g-recaptcha" data-sitekey="${oldKey}"></div><button>Send</button></form>
`,
    },
    found: 'recaptcha',
    after: {
      'index.html': [
        `content="default-src 'self'; script-src 'self' {origin}; frame-src {origin}; connect-src 'self' {origin}"`,
        '<script src="{host}/recaptcha/api.js" async defer>',
        '<div class="g-recaptcha" data-sitekey="{key}">',
      ],
    },
    steps: [],
  },
  {
    name: 'HTML with reCAPTCHA v3 and a protocol-relative address',
    files: {
      'form.html': `<script src="//www.recaptcha.net/recaptcha/api.js?render=${oldKey}"></script>
<script>grecaptcha.ready(() => grecaptcha.execute('${oldKey}', { action: 'signup' }))</script>
`,
    },
    found: 'recaptcha',
    after: { 'form.html': ['src="{host}/recaptcha/api.js?render={key}"', "execute('{key}', { action: 'signup' })"] },
    steps: [],
  },
  {
    name: 'HTML with invisible reCAPTCHA and a published test key',
    files: {
      'form.html': `<script src="https://www.google.com/recaptcha/enterprise.js"></script>
<button class="g-recaptcha" data-sitekey="6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI" data-size="invisible">Send</button>
`,
    },
    found: 'recaptcha',
    after: {
      'form.html': ['{host}/recaptcha/enterprise.js', 'data-sitekey="6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"'],
    },
    steps: [],
  },
  {
    name: 'React with react-google-recaptcha',
    files: {
      'package.json': '{ "dependencies": { "react": "19.0.0", "react-google-recaptcha": "3.1.0" } }\n',
      'index.html':
        '<html>\n  <head>\n    <title>Shop</title>\n  </head>\n  <body><div id="root"></div></body>\n</html>\n',
      'src/Form.jsx': `import ReCAPTCHA from 'react-google-recaptcha'
export const Form = () => <ReCAPTCHA sitekey="${oldKey}" />
`,
    },
    found: 'recaptcha',
    after: {
      'index.html': ['    <script src="{host}/recaptcha/api.js?render=explicit" async defer></script>\n  </head>'],
      'src/Form.jsx': ['<ReCAPTCHA sitekey="{key}" />'],
    },
    steps: [],
  },
  {
    name: 'React with react-google-recaptcha-v3',
    files: {
      'index.html': '<html>\n<head>\n</head>\n</html>\n',
      'src/main.tsx': "import { GoogleReCaptchaProvider } from 'react-google-recaptcha-v3'\n",
    },
    found: 'recaptcha',
    after: { 'index.html': ['<script id="google-recaptcha-v3" src="{host}/recaptcha/api.js?render={key}"></script>'] },
    steps: [],
  },
  {
    name: 'React with hCaptcha',
    files: {
      'src/Form.tsx': `import HCaptcha from '@hcaptcha/react-hcaptcha'
export const Form = () => (
  <HCaptcha sitekey="${hcaptchaKey}" onVerify={(token) => send(token)} />
)
`,
    },
    found: 'hcaptcha',
    after: {
      'src/Form.tsx': ['<HCaptcha apihost="{host}/hcaptcha" sitekey="{key}" onVerify={(token) => send(token)} />'],
    },
    steps: [],
  },
  {
    name: 'React with Turnstile, without a page of its own',
    files: {
      'src/Form.tsx': `import { Turnstile } from '@marsidev/react-turnstile'
export const Form = () => <Turnstile siteKey="${turnstileKey}" />
`,
    },
    found: 'turnstile',
    after: { 'src/Form.tsx': ['<Turnstile injectScript={false} siteKey="{key}" />'] },
    steps: ['script-in-page'],
  },
  {
    name: 'Vue with vue-recaptcha',
    files: {
      'src/Form.vue': `<script setup>
import { VueRecaptcha } from 'vue-recaptcha'
</script>
<template>
  <vue-recaptcha :sitekey="key" />
</template>
`,
    },
    found: 'recaptcha',
    after: { 'src/Form.vue': ['<vue-recaptcha recaptcha-host="{hostname}" :sitekey="key" />'] },
    steps: [],
  },
  {
    name: 'Vue with hCaptcha',
    files: {
      'src/Form.vue': `<script setup>
import VueHcaptcha from '@hcaptcha/vue3-hcaptcha'
</script>
<template>
  <VueHcaptcha sitekey="${hcaptchaKey}" />
</template>
`,
    },
    found: 'hcaptcha',
    after: { 'src/Form.vue': ['<VueHcaptcha api-endpoint="{host}/hcaptcha/1/api.js" sitekey="{key}" />'] },
    steps: [],
  },
  {
    name: 'Angular with ng-recaptcha-2',
    files: { 'src/app.config.ts': "import { RecaptchaModule } from 'ng-recaptcha-2'\n" },
    found: 'recaptcha',
    after: {},
    steps: ['ng-recaptcha'],
  },
  {
    name: 'Express with reCAPTCHA and helmet',
    files: {
      'server.js': `const helmet = require('helmet')
app.use(helmet({ contentSecurityPolicy: { directives: {
  scriptSrc: ["'self'", "https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
  frameSrc: ['https://www.google.com/recaptcha/'],
} } }))
app.post('/signup', async (req, res) => {
  const answer = await fetch('https://www.google.com/recaptcha/api/siteverify', { method: 'POST', body })
})
`,
      '.env': `RECAPTCHA_SITE_KEY=${oldKey}\nRECAPTCHA_SECRET_KEY=${oldSecret}\nDATABASE_PASSWORD=hunter2hunter2\n`,
    },
    found: 'recaptcha',
    after: {
      'server.js': [
        `scriptSrc: ["'self'", "{origin}"],`,
        "frameSrc: ['{origin}'],",
        "fetch('{host}/recaptcha/api/siteverify'",
      ],
      '.env': ['RECAPTCHA_SITE_KEY={key}\n', `RECAPTCHA_SECRET_KEY=${oldSecret}\n`],
    },
    steps: [],
  },
  {
    name: 'Fastify with a secret in the code and a library whose address is fixed',
    files: {
      'server.mjs': `import { verify } from 'hcaptcha'
const secret = '0x0123456789abcdef0123456789abcdef01234567'
`,
    },
    found: 'hcaptcha',
    after: {},
    steps: ['address-in-library', 'secret-in-code'],
  },
  {
    name: 'Next.js with Turnstile',
    files: {
      'app/page.tsx': `import Script from 'next/script'
export default () => <><Script src="https://challenges.cloudflare.com/turnstile/v0/api.js" /><div className="cf-turnstile" data-sitekey={process.env.NEXT_PUBLIC_TURNSTILE_SITE_KEY} /></>
`,
      'app/api/route.ts':
        "await fetch('https://challenges.cloudflare.com/turnstile/v0/siteverify', { method: 'POST' })\n",
      'next.config.js':
        "const csp = `script-src 'self' https://challenges.cloudflare.com; connect-src 'self'; frame-src https://challenges.cloudflare.com`\n",
    },
    found: 'turnstile',
    after: {
      'app/page.tsx': ['src="{host}/turnstile/v0/api.js"'],
      'app/api/route.ts': ["fetch('{host}/turnstile/v0/siteverify'"],
      'next.config.js': ["`script-src 'self' {origin}; connect-src 'self' {origin}; frame-src {origin}`"],
    },
    steps: [],
  },
  {
    name: 'Flask with hCaptcha',
    files: {
      'app.py': `from flask import Flask\nrequests.post("https://api.hcaptcha.com/siteverify", data={"secret": os.environ["HCAPTCHA_SECRET"]})\n`,
      'templates/form.html': `<script src="https://js.hcaptcha.com/1/api.js" async defer></script><div class="h-captcha" data-sitekey="{{ key }}"></div>\n`,
    },
    found: 'hcaptcha',
    after: {
      'app.py': ['requests.post("{host}/hcaptcha/siteverify"'],
      'templates/form.html': ['src="{host}/hcaptcha/1/api.js"', 'data-sitekey="{{ key }}"'],
    },
    steps: [],
  },
  {
    name: 'Django with django-recaptcha and django-csp',
    files: {
      'shop/settings.py': `INSTALLED_APPS = ["django_recaptcha", "shop"]
CSP_SCRIPT_SRC = ("'self'", "https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/")
`,
    },
    found: 'recaptcha',
    after: { 'shop/settings.py': [`CSP_SCRIPT_SRC = ("'self'", "{origin}")`] },
    steps: ['django-recaptcha'],
  },
  {
    name: 'Rails with the recaptcha gem',
    files: {
      'config/initializers/recaptcha.rb':
        "Recaptcha.configure do |config|\n  config.site_key = ENV['RECAPTCHA_SITE_KEY']\nend\n",
      'config/initializers/content_security_policy.rb':
        "policy.script_src :self, 'https://www.google.com/recaptcha/'\npolicy.frame_src  'https://www.google.com/recaptcha/'\n",
    },
    found: 'recaptcha',
    after: {
      'config/initializers/content_security_policy.rb': [
        "policy.script_src :self, '{origin}'\n",
        "policy.frame_src  '{origin}'\n",
      ],
    },
    steps: ['rails-recaptcha'],
  },
  {
    name: 'PHP with reCAPTCHA, google/recaptcha and escaped slashes',
    files: {
      'form.php': `<?php $url = "https:\\/\\/www.google.com\\/recaptcha\\/api\\/siteverify"; $r = new \\ReCaptcha\\ReCaptcha($secret);
`,
      'public/.htaccess':
        "Header set Content-Security-Policy \"script-src 'self' https://www.google.com/recaptcha/; connect-src 'none'\"\n",
    },
    found: 'recaptcha',
    after: { 'public/.htaccess': [`"script-src 'self' {origin}; connect-src {origin}"`] },
    steps: ['php-recaptcha'],
  },
  {
    name: 'HTML with Friendly Captcha',
    files: {
      'index.html': `<script type="module" src="https://cdn.jsdelivr.net/npm/@friendlycaptcha/sdk@1.0.2/site.min.js" async defer></script>
<div class="frc-captcha" data-sitekey="FCMGEMUD2KTDSQ5H"></div>
`,
      'verify.go': 'http.Post("https://global.frcapi.com/api/v2/captcha/siteverify", "application/json", body)\n',
      _headers:
        "/*\n  Content-Security-Policy: script-src 'self' https://cdn.example https://global.frcapi.com; connect-src https://*.frcapi.com\n",
    },
    found: 'friendly-captcha',
    after: {
      'index.html': ['src="{host}/friendly-captcha/site.min.js"', 'data-sitekey="{key}"'],
      'verify.go': ['"{host}/api/v2/captcha/siteverify"'],
      _headers: ["script-src 'self' https://cdn.example {origin}; connect-src {origin}\n"],
    },
    steps: [],
  },
  {
    name: 'what has no counterpart',
    files: {
      'a.ts': 'const url = `https://recaptchaenterprise.googleapis.com/v1/projects/shop/assessments`\n',
      'b.html': '<script src="https://cdn.jsdelivr.net/npm/friendly-challenge@0.9.12/widget.min.js"></script>\n',
      'c.rb': "http = Net::HTTP.new('www.google.com')\nhttp.post('/recaptcha/api/siteverify', body)\n",
    },
    found: 'recaptcha',
    after: {},
    steps: ['enterprise-assessment', 'friendly-version-1', 'host-in-parts'],
  },
]
