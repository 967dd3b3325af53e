export type FindingState = 'ok' | 'warning' | 'failed' | 'skipped'

/** What one check of the doctor found. `code` is stable. */
export interface Finding {
  readonly check: string
  readonly code: FindingCode
  readonly state: FindingState
  /** What it means. */
  readonly means: string
  /** What to do; empty where nothing is to do. */
  readonly advice: string
  /** What was seen, such as a directive or a date. */
  readonly seen?: string
}

const all = {
  reachable: ['connection', 'ok', 'The API answers.', ''],
  unreachable: [
    'connection',
    'failed',
    "The installation can't be reached.",
    'Check the address, DNS, firewall and certificate.',
  ],
  timeout: [
    'connection',
    'failed',
    "The installation didn't answer in time.",
    'Check whether it runs, and whether a firewall drops the connection.',
  ],
  redirected: [
    'connection',
    'failed',
    'The address redirects. Clients never follow, because secrets would go along.',
    'Use the address at which the API answers itself.',
  ],
  'foreign-answer': [
    'connection',
    'failed',
    "Something answers that isn't Bollard's API.",
    'Check the address and the proxy before it.',
  ],
  unavailable: [
    'connection',
    'failed',
    "The API answers that it can't work at the moment.",
    'Look at the status of the installation.',
  ],
  'not-examined': [
    'connection',
    'skipped',
    "It wasn't checked, because the connection failed.",
    'Repair the connection first.',
  ],

  'tls-ok': ['tls', 'ok', 'The certificate is valid.', ''],
  'tls-none': [
    'tls',
    'warning',
    'The connection is not encrypted, which is right on your own machine only.',
    'Use https:// everywhere else.',
  ],
  'tls-expires-soon': [
    'tls',
    'warning',
    'The certificate expires within 14 days. Then no widget and no server reaches Bollard.',
    'Renew the certificate, and check why that did not happen by itself.',
  ],
  'tls-invalid': [
    'tls',
    'failed',
    "The certificate isn't accepted.",
    'Install a certificate of a public authority with its whole chain.',
  ],
  'tls-old': ['tls', 'failed', 'The server speaks a version of TLS that browsers refuse.', 'Allow TLS 1.2 and 1.3.'],

  'clock-ok': ['clock', 'ok', 'This machine and the service agree about the time.', ''],
  'clock-differs': [
    'clock',
    'warning',
    'The clocks differ by more than 30 seconds. Signatures of webhooks are refused by then.',
    'Synchronise the clock of this machine, and look at that of the service.',
  ],
  'clock-unknown': [
    'clock',
    'skipped',
    "The answer doesn't say what time it is.",
    'Let the proxy pass the header Date.',
  ],

  'site-key-ok': ['site-key', 'ok', 'The service knows the site key.', ''],
  'site-key-test': [
    'site-key',
    'warning',
    'It is a test key. It protects nothing.',
    'Use the site key of your captcha in production.',
  ],
  'site-key-malformed': [
    'site-key',
    'failed',
    'A site key is bsk_ and 22 letters or digits. A secret key (bsec_…) must never be in a page.',
    'Copy it from the dashboard.',
  ],
  'site-key-unknown': [
    'site-key',
    'failed',
    "The service doesn't know the site key.",
    'Compare it with the dashboard, and check that --host is the right installation.',
  ],

  'widget-ok': ['widget', 'ok', 'The script of the widget loads.', ''],
  'widget-missing': [
    'widget',
    'failed',
    "The script of the widget doesn't load.",
    'Let the proxy pass /widget.js and /widget/.',
  ],
  'widget-not-script': [
    'widget',
    'failed',
    'The address of the widget answers with something else than a script, which browsers refuse.',
    'Let the proxy pass /widget.js unchanged, with its Content-Type.',
  ],

  'domain-allowed': ['domain', 'ok', 'Pages of the domain may use the site key.', ''],
  'origin-not-allowed': [
    'domain',
    'failed',
    'Pages of the domain may not use the site key.',
    'Add the domain to the environment in the settings of the captcha.',
  ],
  'domain-malformed': [
    'domain',
    'failed',
    "It isn't the name of a domain.",
    'Write it as shop.example.org, without https:// and path.',
  ],
  'site-paused': ['domain', 'failed', 'The captcha is paused.', 'Resume it, or look at its plan.'],
  'solution-locked': [
    'domain',
    'failed',
    'The captcha is locked.',
    'Its overview in the dashboard says why and how to unlock it.',
  ],
  'domain-unanswered': [
    'domain',
    'warning',
    "The service didn't start a verification for this machine, so the domain could not be checked.",
    'Try again later, or from another network.',
  ],

  'secret-ok': ['secret-key', 'ok', 'The secret key is valid and belongs to the site key.', ''],
  'secret-malformed': [
    'secret-key',
    'failed',
    'A secret key begins with bsec_.',
    'Copy it from the dashboard, or create a new one there.',
  ],
  'secret-invalid': [
    'secret-key',
    'failed',
    'The secret key is unknown, revoked or expired, or may not be used from this network.',
    'Create a new one in the dashboard, or allow this network.',
  ],
  'secret-locked': [
    'secret-key',
    'failed',
    'The captcha is locked because the key has become known to others.',
    'Rotate the key in the dashboard.',
  ],
  'secret-of-other-site': [
    'secret-key',
    'failed',
    'The secret key is valid, and belongs to another captcha or environment.',
    'Use the secret key and the site key of the same environment.',
  ],
  'secret-test': [
    'secret-key',
    'warning',
    'It is a test key. It takes test tokens and protects nothing.',
    'Use the secret key of your captcha in production.',
  ],

  'page-ok': ['page', 'ok', 'The page loads the widget.', ''],
  'page-unreachable': [
    'page',
    'failed',
    "The page can't be read.",
    'Check its address, and whether it is open without signing in.',
  ],
  'page-not-html': ['page', 'failed', "The address isn't that of a page.", 'Name the page with the form.'],
  'widget-not-in-page': [
    'page',
    'warning',
    "The HTML of the page has no script of this installation. A script may add it later, which this check can't see.",
    'If it should be there, compare the address of the script.',
  ],
  'site-key-differs': [
    'page',
    'failed',
    'The page has another site key.',
    'Compare the site key of the page with the one you checked.',
  ],

  'policy-none': ['content-policy', 'ok', 'The page has no content policy that could stop the widget.', ''],
  'policy-report-only': [
    'content-policy',
    'warning',
    'A policy that is only reported would stop part of the widget.',
    'Add the address before you enforce the policy.',
  ],
  'script-src-ok': ['script-src', 'ok', 'The policy allows the script of the widget.', ''],
  'script-src-blocks': [
    'script-src',
    'failed',
    'The policy stops the script: the form has no captcha.',
    'Add the address of the installation, or the nonce to the script element.',
  ],
  'connect-src-ok': ['connect-src', 'ok', 'The policy allows the calls of the widget.', ''],
  'connect-src-blocks': [
    'connect-src',
    'failed',
    'The policy stops the calls of the widget: nobody gets a token.',
    'Add the address of the installation.',
  ],
  'frame-src-ok': ['frame-src', 'ok', 'The policy allows the hidden frame in which the work is done.', ''],
  'frame-src-blocks': [
    'frame-src',
    'warning',
    'The policy stops the hidden frame: the widget works on the page’s own thread, four times as slowly.',
    'Add the address of the installation, or set solver="script" on the element to avoid the report.',
  ],
  'worker-src-ok': [
    'worker-src',
    'ok',
    'The widget starts its workers in its own frame, so the page never needs worker-src.',
    '',
  ],
  'sandbox-blocks': [
    'sandbox',
    'failed',
    'The sandbox of the page takes away scripts, forms or its origin, which the widget needs.',
    'Add allow-scripts, allow-forms and allow-same-origin.',
  ],
} as const satisfies Readonly<
  Record<string, readonly [check: string, state: FindingState, means: string, advice: string]>
>

export type FindingCode = keyof typeof all
export const findingCodes = Object.keys(all) as FindingCode[]

export function finding(code: FindingCode, seen?: string, check: string = all[code][0]): Finding {
  const [, state, means, advice] = all[code]
  return { check, code, state, means, advice, ...(seen === undefined ? {} : { seen }) }
}
